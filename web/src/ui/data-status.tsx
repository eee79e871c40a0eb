import { ageInside, type DataStatus, type PriceOrigin, statusMarks, statusWords } from '../lib/data-status.ts';
import { Tip } from './tip.tsx';
import './data-status.css';

function Mark({ status }: { status: DataStatus }) {
  const drawn = statusMarks[status];
  return drawn ? (
    <svg viewBox="0 0 24 24" width="13" height="13" aria-hidden="true" focusable="false">
      <path d={drawn} />
    </svg>
  ) : null;
}

function Face({ status, age }: { status: DataStatus; age: string }) {
  return (
    <>
      <Mark status={status} />
      {status.toUpperCase()}
      {age && <span className="age">{age}</span>}
    </>
  );
}

interface Props extends PriceOrigin {
  status: DataStatus;
  /** The moment for which ages are worked out; the caller renders anew when it moves on. */
  nowMs?: number;
}

/** The label of a price: LIVE, DELAYED, STALE, CLOSED or SAMPLE, with its source and age in a tooltip. */
export function DataStatusBadge({ status, nowMs = Date.now(), ...origin }: Props) {
  return (
    <Tip className="tp-status" status={status} tip={statusWords(status, origin, nowMs)}>
      <Face status={status} age={ageInside(status, origin, nowMs)} />
    </Tip>
  );
}

/** The same mark without a tooltip, where it is only shown or explained. `age` such as `15 min`. */
export function DataStatusMark({ status, age = '' }: { status: DataStatus; age?: string }) {
  return (
    <span className="tp-status" data-status={status}>
      <Face status={status} age={age} />
    </span>
  );
}

/** The tag "Sample figures" beside claims that nobody has proved yet. */
export function SampleTag({ children, tip }: { children: string; tip: string }) {
  return (
    <Tip className="tp-sample-tag" tip={tip}>
      <Mark status="sample" />
      {children}
    </Tip>
  );
}
