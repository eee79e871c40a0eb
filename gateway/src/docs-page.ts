import { codes } from '@tradepost/proto/api/codes.ts';
import type { OpenApiDocument } from '@tradepost/proto/api/openapi/document.ts';

/** The look of the page, in light and dark. */
export const docsStyle = `
:root { color-scheme: light dark; --page: #f5f5f1; --surface: #fff; --text: #151a2d; --muted: #535a70; --border: #deded5; --brand: #26307a; }
@media (prefers-color-scheme: dark) { :root { --page: #101326; --surface: #191d33; --text: #f1f2fa; --muted: #b3b8d0; --border: #343a58; --brand: #aab4ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--brand); }
h2 { margin-top: 2.5rem; }
details { background: var(--surface); border: 1px solid var(--border); border-radius: 6px; margin: .5rem 0; padding: 0 1rem; }
summary { padding: .75rem 0; cursor: pointer; }
summary code { font-weight: 650; }
summary span { display: block; color: var(--muted); }
pre { background: var(--page); border: 1px solid var(--border); border-radius: 6px; padding: .75rem; white-space: pre-wrap; max-height: 24rem; overflow: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid var(--border); padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
`;

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly $ref?: string;
}
interface Body {
  readonly content?: Readonly<Record<string, { readonly examples?: { readonly usual?: { readonly value: unknown } } }>>;
  readonly description?: string;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: unknown): string => String(text).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
const code = (value: unknown): string => `<pre tabindex="0">${escaped(JSON.stringify(value, null, 2))}</pre>`;

/** A rule of a parameter in a few words: its type, its bounds, its default. */
function ruleOf(schema: Readonly<Record<string, unknown>> = {}): string {
  const words = [schema.type, Array.isArray(schema.enum) && `one of ${schema.enum.join(', ')}`, schema.minimum !== undefined && `from ${schema.minimum}`];
  const more = [schema.maximum !== undefined && schema.maximum !== Number.MAX_SAFE_INTEGER && `to ${schema.maximum}`, schema.default !== undefined && `usually ${schema.default}`];
  return [...words, ...more].filter(Boolean).join(', ');
}

function parametersTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map((one) => (one.$ref ? { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: '1 to 128 visible ASCII characters' } } : one));
  if (rows.length === 0) return '';
  const cells = rows.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${escaped(place)}${required ? ', required' : ''}</td><td>${escaped(ruleOf(schema))}</td></tr>`,
  );
  return `<h3>Parameters</h3><table><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">What</th></tr></thead><tbody>${cells.join('')}</tbody></table>`;
}

function bodyPart(title: string, body: Body | undefined): string {
  return Object.entries(body?.content ?? {})
    .map(([media, { examples }]) => `<h3>${title} <code>${escaped(media)}</code></h3>${examples?.usual ? code(examples.usual.value) : ''}`)
    .join('');
}

type Operation = OpenApiDocument['paths'][string][string];

function operationPart(path: string, method: string, operation: Operation): string {
  const [status, answer] = Object.entries(operation.responses).find(([key]) => key.startsWith('2')) ?? ['200', {}];
  const refusals = Object.keys(operation.responses).filter((key) => !key.startsWith('2'));
  const links = refusals.map((refusal) => `<a href="#refused-${refusal}">${refusal}</a>`).join(', ');
  return `<details id="${escaped(operation.operationId)}"><summary><code>${method.toUpperCase()} ${escaped(path)}</code><span>${escaped(operation.summary)}</span></summary>
<p>Who may: ${escaped(operation.description)}</p>
${parametersTable(operation.parameters as readonly Parameter[])}
${bodyPart('Sent', operation.requestBody as Body | undefined)}
<h3>Answer ${escaped(status)}</h3>${bodyPart('Answered', answer as Body)}
<p>Refused with: ${links}</p></details>`;
}

function refusalsPart(): string {
  const statuses = [...new Set(Object.values(codes).map(({ status }) => status))].sort((a, b) => a - b);
  return statuses
    .map((status) => {
      const rows = Object.entries(codes).filter(([, one]) => one.status === status);
      const cells = rows.map(([name, { sentence }]) => `<tr><td><code>${escaped(name)}</code></td><td>${escaped(sentence)}</td></tr>`);
      return `<h3 id="refused-${status}">${status}</h3><table><thead><tr><th scope="col">Code</th><th scope="col">Sentence</th></tr></thead><tbody>${cells.join('')}</tbody></table>`;
    })
    .join('');
}

/** The contract as one page of plain HTML: every call with its rules and examples, and every refusal. */
export function docsPage(document: OpenApiDocument): string {
  const parts = document.tags.map(({ name, description }) => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) => (operation.tags.includes(name) ? [operationPart(path, method, operation)] : [])),
    );
    return `<section aria-labelledby="${escaped(name)}"><h2 id="${escaped(name)}">${escaped(description)}</h2>${operations.join('\n')}</section>`;
  });
  const contents = document.tags.map(({ name, description }) => `<li><a href="#${escaped(name)}">${escaped(description)}</a></li>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Tradepost API</title><meta name="robots" content="noindex"><style>${docsStyle}</style></head>
<body><main><h1>Tradepost API</h1>
<p>Version ${escaped(document.info.version)}. For programs: <a href="/api/openapi.json">OpenAPI ${escaped(document.openapi)}</a>. ${escaped(document.info.description)}</p>
<nav aria-label="Contents"><ul>${contents}<li><a href="#refusals">Refusals</a></li></ul></nav>
${parts.join('\n')}
<section aria-labelledby="refusals"><h2 id="refusals">Refusals</h2><p>Every refusal is <code>application/problem+json</code> (RFC 9457); programs read <code>code</code>, people read <code>message</code>.</p>${refusalsPart()}</section>
</main></body></html>`;
}
