import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import { useLocation, useNavigate } from 'react-router-dom';
import { DeskRow } from '../../ui/desk-row.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useAskBeforeLeaving } from '../../ui/use-review.ts';
import { useContent } from './api.ts';
import './content.css';
import { type ContentPage, contentPages } from './fields.ts';
import { History } from './history.tsx';
import { Review } from './review.tsx';
import { TextFields } from './text-fields.tsx';
import { useEditor } from './use-editor.ts';

/** The texts of the public pages: plain fields page by page, what changes before it is saved, and who changed what. */
export default function ContentEditorPage() {
  const content = useContent();
  return (
    <>
      <PageHead title="Site texts" context="What visitors read on the public pages. What you save is shown with their next visit." />
      <DeskRow />
      {content.isError && !content.data && <ErrorState error={content.error} fallback="The texts could not be loaded." onRetry={() => void content.refetch()} />}
      {content.isPending && (
        <Panel busy>
          <SkeletonLines lines={8} />
        </Panel>
      )}
      {content.data && <Editing content={content.data} reread={async () => (await content.refetch()).data} />}
    </>
  );
}

const isPage = (text: string): text is ContentPage => contentPages.some(({ id }) => id === text);

function Editing({ content, reread }: { content: SiteContent; reread: () => Promise<SiteContent | undefined> }) {
  const navigate = useNavigate();
  // A jump within the page asks nothing: edits of every page are kept.
  const asked = useLocation().hash.slice(1);
  const page = isPage(asked) ? asked : 'landing';
  const editor = useEditor(content, reread);
  useAskBeforeLeaving(editor.changes.length > 0, 'Your changes are not saved. Leave this page?');
  return (
    <div className="tp-content">
      <div className="tp-content-fields">
        <label className="tp-content-choice">
          <span className="tp-label">Page</span>
          <select className="tp-input" value={page} onChange={(event) => void navigate({ hash: event.target.value }, { replace: true })}>
            {contentPages.map(({ id, word }) => (
              <option key={id} value={id}>
                {word}
              </option>
            ))}
          </select>
        </label>
        <TextFields page={page} editor={editor} />
      </div>
      <div className="tp-content-side">
        <Review editor={editor} />
        <History />
      </div>
    </div>
  );
}
