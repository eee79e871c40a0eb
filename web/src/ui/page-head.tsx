import type { ReactNode } from 'react';
import { useHeadingFocus, usePageTitle } from './page-title.ts';

interface Props {
  title: string;
  /** For the window title, when it differs: "(3) Withdrawals". */
  windowTitle?: string;
  /** A tag beside the heading. */
  badge?: ReactNode;
  /** One line under the heading. */
  context?: ReactNode;
  /** At most two on phones, in full width below. */
  actions?: ReactNode;
  /** A link above the heading. */
  back?: ReactNode;
  portrait?: ReactNode;
}

/** The head of a page: its only h1, which also gets the focus after a change of page. */
export function PageHead({ title, windowTitle, badge, context, actions, back, portrait }: Props) {
  usePageTitle(windowTitle ?? title);
  const heading = useHeadingFocus();
  return (
    <header className="tp-page-head">
      {back && <div className="tp-page-back">{back}</div>}
      <div className="tp-page-row">
        {portrait}
        <div className="tp-page-words">
          <div className="tp-page-name">
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {badge}
          </div>
          {context && <div className="tp-page-context">{context}</div>}
        </div>
        {actions && <div className="tp-page-actions">{actions}</div>}
      </div>
    </header>
  );
}
