import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { isStaff } from '../lib/session.ts';
import { useUser } from '../lib/use-session.ts';
import { Icon } from '../ui/icon.tsx';
import { Logo } from '../ui/logo.tsx';

interface Stop {
  word: string;
  to: string;
  /** Other addresses of the same page. */
  also?: string;
}
interface Group {
  word: string;
  stops: readonly Stop[];
}

// The words and their order are the specification's, the small w included. What has no screen yet is not listed.
const groups: readonly Group[] = [
  {
    word: 'FUNDS',
    stops: [
      { word: 'ADD', to: '/funds' },
      { word: 'WITHDRAW', to: '/withdraw-fund' },
    ],
  },
  {
    word: 'FUNDS LOG',
    stops: [
      { word: 'Deposit Log', to: '/deposit-log' },
      { word: 'withdraw Log', to: '/withdraw-log' },
    ],
  },
];
const staffGroup: Group = {
  word: 'USERS',
  stops: [
    { word: 'User List', to: '/user-list' },
    { word: 'Create User', to: '/users/create' },
  ],
};
const firstStops: readonly Stop[] = [
  { word: 'DASHBOARD', to: '/dashboard' },
  { word: 'NET POSITION', to: '/net-position' },
];
const analytics: Stop = { word: 'ANALYTICS', to: '/analytics' };
const setting: Stop = { word: 'SETTING', to: '/profile', also: '/setting' };
const closedKey = 'tp-road-closed';

/** The road with its stops; the milestone stands at the current one. `onChoose` closes the drawer. */
export function Road({ onChoose }: { onChoose?: () => void }) {
  const user = useUser();
  return (
    <nav className="tp-road" aria-label="Main">
      <ul>
        {firstStops.map((stop) => (
          <StopLink key={stop.to} stop={stop} onChoose={onChoose} />
        ))}
        {[...groups, ...(isStaff(user) ? [staffGroup] : [])].map((group) => (
          <GroupOfStops key={group.word} group={group} onChoose={onChoose} />
        ))}
        <StopLink stop={analytics} onChoose={onChoose} />
        <StopLink stop={setting} onChoose={onChoose} />
      </ul>
    </nav>
  );
}

function StopLink({ stop, onChoose }: { stop: Stop; onChoose?: (() => void) | undefined }) {
  const { pathname } = useLocation();
  return (
    <li>
      <Link to={stop.to} onClick={onChoose} aria-current={pathname === stop.to || pathname === stop.also ? 'page' : undefined}>
        {stop.word}
      </Link>
    </li>
  );
}

const readClosed = (): string[] => (localStorage.getItem(closedKey) ?? '').split('|').filter(Boolean);

function GroupOfStops({ group, onChoose }: { group: Group; onChoose?: (() => void) | undefined }) {
  const [open, setOpen] = useState(() => !readClosed().includes(group.word));
  const toggle = () => {
    const others = readClosed().filter((word) => word !== group.word);
    localStorage.setItem(closedKey, (open ? [...others, group.word] : others).join('|'));
    setOpen(!open);
  };
  return (
    <li className="tp-road-group">
      <button type="button" aria-expanded={open} onClick={toggle}>
        {group.word}
        <Icon of={ChevronDown} size={15} />
      </button>
      <ul hidden={!open}>
        {group.stops.map((stop) => (
          <StopLink key={stop.to} stop={stop} onChoose={onChoose} />
        ))}
      </ul>
    </li>
  );
}

/** The standing sidebar, from 1024 px. */
export function SideColumn() {
  return (
    <section className="tp-side-column" aria-label="Sidebar">
      <div className="tp-side-stick">
        <Link to="/dashboard" className="tp-side-logo" aria-label="Tradepost, home">
          <Logo />
        </Link>
        <Road />
      </div>
    </section>
  );
}
