// Reads what the platform is laid out with: the compose file, the manifests of Kubernetes and the settings beside them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

export const root = join(import.meta.dirname, '../..');
export const text = (file: string): string => readFileSync(join(root, file), 'utf8');

const map = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
const words = z.array(z.string());
const limits = z.strictObject({ resources: z.strictObject({ limits: z.strictObject({ cpus: z.string(), memory: z.string(), pids: z.number() }) }) });

/** One service of a compose file, as far as ours use it: a key that is not here is a slip of the pen. Source: the Compose specification. */
const composeService = z.strictObject({
  image: z.string().regex(/^[a-z0-9./-]+:[^\s]+$/),
  build: z.strictObject({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
  profiles: words.optional(),
  command: words.optional(),
  entrypoint: words.optional(),
  environment: map(z.union([z.string(), z.number()])).default({}),
  user: z.string().regex(/^\d+:\d+$/),
  init: z.boolean().optional(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: words.default([]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  restart: z.enum(['unless-stopped', 'on-failure:5', 'no']),
  logging: z.strictObject({ driver: z.string(), options: map(z.string()) }),
  stop_grace_period: z.string().optional(),
  tmpfs: words.optional(),
  volumes: words.default([]),
  ports: words.default([]),
  networks: words.default([]),
  network_mode: z.literal('none').optional(),
  deploy: limits,
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      z.strictObject({ test: words, interval: z.string(), timeout: z.string(), retries: z.number(), start_period: z.string().optional() }),
    ])
    .optional(),
  depends_on: z.union([words, map(z.strictObject({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))]).default({}),
});

const composeFile = z.object({
  name: z.string(),
  services: map(composeService),
  networks: map(z.strictObject({ internal: z.boolean().optional() })),
  volumes: map(z.strictObject({})),
});

export type ComposeService = z.infer<typeof composeService>;

/** The compose file, its anchors resolved. Throws for a key that no service of ours may have, and at the top for one that neither compose nor `x-` knows. */
export function readCompose(source = text('docker-compose.yml')): z.infer<typeof composeFile> {
  const parsed: unknown = parse(source, { merge: true });
  const known = new Set(['name', 'services', 'networks', 'volumes']);
  const strange = Object.keys(map(z.unknown()).parse(parsed)).filter((key) => !known.has(key) && !key.startsWith('x-'));
  if (strange.length > 0) throw new Error(`Unknown at the top: ${strange.join(', ')}`);
  return composeFile.parse(parsed);
}

const variable = z.strictObject({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name: z.literal('tradepost'), key: z.string(), optional: z.boolean().optional() }) }).optional(),
});
const pod = z.looseObject({
  containers: z.tuple([z.looseObject({ image: z.string(), args: words.default([]), env: z.array(variable).default([]) })]),
});
const workload = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({ template: z.looseObject({ spec: pod }) }),
});
const peer = z.strictObject({
  podSelector: z.strictObject({ matchLabels: map(z.string()).optional(), matchExpressions: z.array(z.looseObject({ values: words })).optional() }).optional(),
  namespaceSelector: z.strictObject({ matchLabels: map(z.string()).optional() }).optional(),
  ipBlock: z.strictObject({ cidr: z.string(), except: words }).optional(),
});
const ports = z.array(z.strictObject({ protocol: z.enum(['TCP', 'UDP']), port: z.number() }));
const policy = z.strictObject({
  apiVersion: z.string(),
  kind: z.literal('NetworkPolicy'),
  metadata: z.strictObject({ name: z.string() }),
  spec: z.strictObject({
    podSelector: z.strictObject({ matchLabels: map(z.string()).optional() }),
    policyTypes: z.array(z.enum(['Ingress', 'Egress'])),
    ingress: z.array(z.strictObject({ from: z.array(peer), ports: ports.optional() })).default([]),
    egress: z.array(z.strictObject({ to: z.array(peer), ports })).default([]),
  }),
});

/** Every document of every manifest below `folder`, kustomizations left out. Throws for what is no YAML. */
export function readManifests(folder: string): { kind: string; file: string; document: unknown }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('kustomization.yaml'))
    .sort()
    .flatMap((name) =>
      parseAllDocuments(text(join(folder, name))).map((document) => {
        if (!('errors' in document) || document.errors.length > 0) throw new Error(`${name} is no YAML.`);
        const value: unknown = document.toJS();
        return { kind: z.looseObject({ kind: z.string() }).parse(value).kind, file: name, document: value };
      }),
    );
}

/** What runs containers in these manifests, by name. */
export const workloadsOf = (manifests: ReturnType<typeof readManifests>) =>
  new Map(
    manifests
      .filter(({ kind, file }) => ['Deployment', 'Job', 'StatefulSet'].includes(kind) && file !== 'process.yaml')
      .map(({ document }) => {
        const { metadata, spec } = workload.parse(document);
        return [metadata.name, spec.template.spec.containers[0]];
      }),
  );

/** The network policies in these manifests. */
export const policiesOf = (manifests: ReturnType<typeof readManifests>) => manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ document }) => policy.parse(document));

/** `NAME=value` lines of a file for the environment. */
export const readSettings = (source: string): Map<string, string> =>
  new Map(
    source
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
