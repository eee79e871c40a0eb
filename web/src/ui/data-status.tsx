import { Clock, FlaskConical, type LucideIcon, Moon, TriangleAlert } from 'lucide-react';
import { ageInside, type DataStatus, type PriceOrigin, statusWords } from '../lib/data-status.ts';
import { Icon } from './icon.tsx';
import { Tip } from './tip.tsx';
import './data-status.css';

// LIVE has its beating dot instead of an icon; the style sheet draws it.
const icons: Readonly<Partial<Record<DataStatus, LucideIcon>>> = { delayed: Clock, stale: TriangleAlert, closed: Moon, sample: FlaskConical };

function Face({ status, age }: { status: DataStatus; age: string }) {
  const icon = icons[status];
  return (
    <>
      {icon && <Icon of={icon} size={13} />}
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
      <Icon of={FlaskConical} size={13} />
      {children}
    </Tip>
  );
}
