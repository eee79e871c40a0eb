import { Logo } from '../../ui/logo.tsx';

const stops = [
  { title: 'A balance that explains itself', text: 'Booked, on hold, available: three lines that add up to the rupee.' },
  { title: 'Withdrawals you can follow', text: 'Requested, reviewed, approved. You see the step, and the reason if it is refused.' },
  { title: 'Documents under lock', text: 'PAN and Aadhar scans are encrypted before they are stored. Every opening is recorded.' },
];

/** The left half of the sign-in page: what this is, as a road with its milestones. On phones only the logo. */
export function BrandSide() {
  return (
    <header className="login-brand">
      <Logo />
      <div className="login-story">
        <p className="login-claim">Know where every rupee stands</p>
        <ol className="login-road">
          {stops.map((stop) => (
            <li key={stop.title}>
              <svg viewBox="0 0 22 34" width="26" height="40" aria-hidden="true" focusable="false">
                <path fill="var(--tp-marigold)" d="M1 13a10 10 0 0 1 20 0z" />
                <path fill="var(--tp-brand)" d="M1 16h20v15H1z" />
              </svg>
              <div>
                <b>{stop.title}</b>
                <span>{stop.text}</span>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </header>
  );
}
