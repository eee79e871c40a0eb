import { Ban, Check, CircleDot, CircleSlash, Hourglass, type LucideIcon, Square, X } from 'lucide-react';
import { capitalise } from '../lib/format.ts';
import { Icon } from './icon.tsx';

interface Look {
  icon: LucideIcon;
  colours: 'pending' | 'approved' | 'rejected' | 'cancelled';
}

const looks: Readonly<Record<string, Look>> = {
  approved: { icon: Check, colours: 'approved' },
  rejected: { icon: X, colours: 'rejected' },
  cancelled: { icon: Ban, colours: 'cancelled' },
  active: { icon: CircleDot, colours: 'approved' },
  disabled: { icon: CircleSlash, colours: 'cancelled' },
  closed: { icon: Square, colours: 'cancelled' },
};

/** A state as icon, colour and word. Any value that is not known looks like pending, as the specification says. `word` replaces the capitalised state ("Waiting"). */
export function StateTag({ state, word }: { state: string; word?: string }) {
  const look = looks[state] ?? { icon: Hourglass, colours: 'pending' };
  return (
    <span className="tp-tag" data-state={look.colours}>
      <Icon of={look.icon} size={13} />
      {word ?? capitalise(state)}
    </span>
  );
}

/** The state of an account: a pending one is "Waiting". */
export const UserStateTag = ({ state }: { state: string }) => <StateTag state={state} word={state === 'pending' ? 'Waiting' : capitalise(state)} />;
