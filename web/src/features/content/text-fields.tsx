import { Field } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type ContentPage, fieldsOf, type TextField } from './fields.ts';
import type { Editor } from './use-editor.ts';

/** The places of one page, under the headings they have in the document. */
export function TextFields({ page, editor }: { page: ContentPage; editor: Editor }) {
  const groups = Map.groupBy(fieldsOf(editor.base, page), ({ group }) => group);
  return [...groups].map(([group, fields]) => (
    <Panel key={group} title={group}>
      <div className="tp-form">
        {fields.map((field) => (
          <OneField key={field.path} field={field} editor={editor} />
        ))}
      </div>
    </Panel>
  ));
}

const hints: Readonly<Partial<Record<TextField['kind'], string>>> = {
  list: 'One line each.',
  'optional-list': 'One paragraph a line. Empty: the text of the demonstration stands.',
};

function OneField({ field, editor }: { field: TextField; editor: Editor }) {
  const { path, kind } = field;
  const value = editor.edits.get(path) ?? field.value;
  const set = (text: string): void => editor.change(path, text);
  if (kind === 'switch')
    return (
      <label className="tp-content-switch">
        <input type="checkbox" checked={value === 'true'} disabled={editor.busy} onChange={(event) => set(String(event.target.checked))} />
        {field.label}
      </label>
    );
  const isLong = kind === 'text' || kind === 'list' || kind === 'optional-list';
  const optional = kind === 'day' || kind.startsWith('optional') || (kind === 'line' && field.path.endsWith('.source'));
  return (
    <Field id={`content-${path}`} label={field.label} optional={optional} hint={hints[kind]} error={editor.errors[path]}>
      {(control) =>
        isLong ? (
          <textarea {...control} className="tp-input" rows={rowsOf(value)} readOnly={editor.busy} value={value} onChange={(event) => set(event.target.value)} />
        ) : (
          <input
            {...control}
            className="tp-input"
            type={kind === 'day' ? 'date' : 'text'}
            inputMode={kind === 'number' ? 'numeric' : undefined}
            readOnly={editor.busy}
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
    </Field>
  );
}

const charactersInRow = 70;
const rowsOf = (text: string): number =>
  Math.min(
    14,
    Math.max(
      2,
      text.split('\n').reduce((rows, line) => rows + Math.ceil((line.length + 1) / charactersInRow), 0),
    ),
  );
