import type { SiteContent } from '@tradepost/proto/api/site-content/paths.ts';
import type { ReactNode } from 'react';
import { PublicLink } from '../../ui/public-link.tsx';
import { Post } from './post.tsx';

/** The three features, each with a small drawing and a way to read on. */
export function Features({ texts }: { texts: SiteContent['landing']['features'] }) {
  return (
    <section className="site-band" aria-labelledby="features">
      <h2 id="features">{texts.heading}</h2>
      <ul className="site-features">
        {texts.items.map(({ id, title, text, link }) => (
          <li key={id} className="tp-panel">
            <div className="site-drawing" aria-hidden="true">
              {drawings[id]}
            </div>
            <div className="site-feature-words">
              <h3>{title}</h3>
              <p>{text}</p>
              <PublicLink to={ways[id] ?? '/services'} aria-label={`${link}: ${title}`}>
                {link}
              </PublicLink>
            </div>
          </li>
        ))}
      </ul>
      <p className="site-note">{texts.note}</p>
    </section>
  );
}

const ways: Readonly<Record<string, string>> = { auto: '/services#auto-buy-sell', algo: '/services#algo-trading', risk: '/legal/risk' };

const before =
  'M0 85 5 75.3 10 67.4 15 72.1 20 73.9 25 74.8 30 72.9 35 64.2 40 57.4 45 53.6 50 45.2 55 49.8 60 42.5 65 39.6 70 38.6 75 34.9 80 38.3 85 40.3 90 44.9 95 42.5 100 39.1 105 43 110 46 115 43 120 41 125 36 130 34';
const after =
  'M130 34 135 29 140 31 145 26 150 25 155 20 160 22 165 26 170 31 175 26 180 33 185 38 190 39 195 41 200 40 205 38 210 36 215 38 220 34 225 36 230 37 235 40 240 36 245 33 250 30 255 32 260 29 265 30 270 26 275 28 280 22 285 23 290 16 295 9 300 11';
const price =
  'M0 18 5 24 10 28 15 30 20 34 25 40 30 40 35 48 40 51 45 51 50 54 55 59 60 66 65 67 70 65 75 70 80 74 85 68 90 72 95 77 100 81 105 86 110 86 115 83 120 85 125 88 130 84 135 91 140 94 145 90 150 93 155 88 160 92 165 94 170 90 175 89 180 82 185 86 190 78 195 76 200 70 205 64 210 62 215 66 220 67 225 59 230 64 235 70 240 75 245 78 250 79 255 80 260 75 265 78 270 82 275 77 280 85 285 82 290 82 295 81 300 84';
const quick =
  'M0 23 10 23 20 25 30 29 40 37 50 44 60 51 70 58 80 63 90 68 100 72 110 77 120 80 130 84 140 88 150 90 160 92 170 92 180 91 190 89 200 84 210 76 220 71 230 66 240 66 250 70 260 72 270 77 280 79 290 80 300 82';
const slow = 'M0 34 15 31 30 30 45 31 60 35 75 39 90 45 105 52 120 60 135 68 150 75 165 80 180 84 195 86 210 85 225 83 240 81 255 79 270 77 285 76 300 75';

const drawings: Readonly<Record<string, ReactNode>> = {
  auto: (
    <>
      <svg viewBox="0 0 300 100" aria-hidden="true" focusable="false">
        <path className="line strong" d={before} />
        <path className="line" d={after} />
        <path className="line rule" d="M0 34H300" />
        <Post x={130} y={34} />
      </svg>
      <span className="label">Your price</span>
    </>
  ),
  algo: (
    <svg viewBox="0 0 300 100" aria-hidden="true" focusable="false">
      <path className="line faint" d={price} />
      <path className="line rule thick" d={slow} />
      <path className="line brand" d={quick} />
      <Post x={33} y={31} />
      <Post x={199} y={85} />
      <Post x={273} y={78} />
    </svg>
  ),
  risk: (
    <>
      <svg viewBox="0 0 300 100" aria-hidden="true" focusable="false">
        <path className="arc" d="M69 96a81 81 0 0 1 162 0" />
        <path className="arc used" d="M69 96a81 81 0 0 1 51-75.3" />
        <path className="arc limit" d="M231 96a81 81 0 0 0-.3-6" />
      </svg>
      <span className="gauge">
        <b>38%</b>
        of the daily limit used
      </span>
    </>
  ),
};
