import { type ReactNode, useEffect, useRef } from 'react';
import { messageOf, referenceOf } from '../lib/problem.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { type LedgerLine, LedgerLines } from './ledger-lines.tsx';
import type { Review } from './use-review.ts';

interface Props {
  review: Pick<Review<unknown>, 'stage' | 'error' | 'uncertain' | 'change' | 'commit'>;
  /** The heading, which takes the focus: "Review withdrawal". */
  title: string;
  lines: readonly LedgerLine[];
  note?: ReactNode;
  /** Named by the deed: "Send request for ₹40,000.00". */
  deed: string;
  busyLabel: string;
  children?: ReactNode;
}

/** The second step of a money form, in the same panel. Use with useReview; show it while `review.stage` is not `form`. */
export function ReviewPanel({ review, title, lines, note, deed, busyLabel, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const sending = review.stage === 'sending';
  return (
    <form
      className="tp-review"
      onSubmit={(event) => {
        event.preventDefault();
        review.commit();
      }}
    >
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {review.uncertain && (
        <Banner kind="warn" reference={referenceOf(review.error)} focus>
          We do not know yet whether this arrived. Try again: it is safe, the same request is never booked twice.
        </Banner>
      )}
      {review.error !== undefined && !review.uncertain && (
        <Banner kind="error" reference={referenceOf(review.error)}>
          {messageOf(review.error, 'This did not work. Please try again.')}
        </Banner>
      )}
      <LedgerLines lines={lines} />
      {children}
      {note && <p className="tp-hint">{note}</p>}
      <div className="tp-actions">
        <Button onClick={sending ? undefined : review.change} aria-disabled={sending}>
          Change
        </Button>
        <Button kind="primary" type="submit" busy={sending} busyLabel={busyLabel}>
          {review.uncertain ? 'Try again' : deed}
        </Button>
      </div>
    </form>
  );
}
