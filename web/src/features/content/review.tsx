import { Banner, ProblemBanner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Known } from '../../ui/missing.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { ChangedField, Editor } from './use-editor.ts';

/** What is about to be published: each place from what to what, over all pages. */
export function Review({ editor }: { editor: Editor }) {
  const { changes, outcome, busy } = editor;
  return (
    <Panel title={changes.length === 0 ? 'What changes' : `What changes: ${changes.length}`} className={changes.length === 0 ? '' : 'tp-content-waiting'}>
      {outcome === 'saved' && (
        <Banner kind="success" focus>
          Saved. Visitors see it with their next visit.
        </Banner>
      )}
      {outcome === 'conflict' && (
        <Banner kind="warn" title="Somebody changed the texts in the meantime." focus>
          Your changes are kept. Compare them with what stands now, and save again.
        </Banner>
      )}
      {editor.problem !== undefined && <ProblemBanner error={editor.problem} fallback="The texts could not be saved." focus />}
      {changes.length === 0 ? (
        <p className="tp-hint">Nothing is changed yet.</p>
      ) : (
        <>
          <dl className="tp-content-changes">
            {changes.map((change) => (
              <Difference key={change.path} change={change} />
            ))}
          </dl>
          <div className="tp-actions">
            <Button onClick={editor.discard} aria-disabled={busy}>
              Discard
            </Button>
            <Button kind="primary" busy={busy} busyLabel="Saving..." onClick={() => void editor.save()}>
              Save texts
            </Button>
          </div>
        </>
      )}
    </Panel>
  );
}

const shown = (field: ChangedField, text: string): string => (field.kind === 'switch' ? (text === 'true' ? 'yes' : 'no') : text.trim());

function Difference({ change }: { change: ChangedField }) {
  return (
    <div>
      <dt>
        {change.page} · {change.group} · {change.label}
      </dt>
      <dd>
        <del>
          <Known>{shown(change, change.value)}</Known>
        </del>
        <ins>
          <Known>{shown(change, change.next)}</Known>
        </ins>
      </dd>
    </div>
  );
}
