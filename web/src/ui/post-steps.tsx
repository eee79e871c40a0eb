import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface PostStep {
  title: string;
  detail?: ReactNode;
  /** `stopped` is the square red post of a refusal. */
  state: 'done' | 'now' | 'next' | 'stopped';
}

const spoken = { done: 'done', now: 'now', next: 'to come', stopped: 'ended here' };

/** A way with its posts: across from 768 px, downwards on phones. */
export function PostSteps({ label, steps }: { label: string; steps: readonly PostStep[] }) {
  return (
    <ol className="tp-posts" aria-label={label}>
      {steps.map((step) => (
        <li key={step.title} data-step={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <i aria-hidden="true">
            {step.state === 'done' && <Icon of={Check} size={12} />}
            {step.state === 'stopped' && <Icon of={X} size={12} />}
          </i>
          <b>{step.title}</b>
          <span className="tp-hidden"> ({spoken[step.state]})</span>
          {step.detail && <span className="tp-post-detail">{step.detail}</span>}
        </li>
      ))}
    </ol>
  );
}
