// Writes the public pages out as HTML when the site is built. Runs in Node, never in a browser.

import about from 'virtual:site-content/about';
import contact from 'virtual:site-content/contactPage';
import help from 'virtual:site-content/help';
import landing from 'virtual:site-content/landing';
import legal from 'virtual:site-content/legal';
import services from 'virtual:site-content/services';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { App } from './app/app.tsx';
import { loadPage, publicPageAt } from './app/public-page.tsx';
import { publicRoutes } from './app/public-routes.ts';
import { signedInRoutes } from './app/routes.tsx';
import { setPlace } from './lib/navigation.ts';

/** A page that is written out: where it stands, what its window is called, and one sentence about it. */
interface PublicPage {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The file of its component, to find what the build made of it. */
  readonly source: string;
}

const page = (path: string, title: string, description: string, source: string): PublicPage => ({
  path,
  title: `${title} · Tradepost`,
  description,
  source: `features/site/${source}`,
});

/** Every path that shows a page, `:name` for any one segment. The gateway answers 404 for the others, with the page that says so. */
export const knownPaths: readonly string[] = [...Object.keys(publicRoutes), ...signedInRoutes.map(({ path }) => path)];

/** Every page that can be read without an account. */
const publicPages: readonly PublicPage[] = [
  { ...page('/', '', landing.description, 'landing-page.tsx'), title: landing.title },
  { ...page('/about-us', '', about.lead, 'about-page.tsx'), title: about.title },
  page('/services', services.title, services.lead, 'services-page.tsx'),
  page('/contact-us', contact.title, contact.lead, 'contact-page.tsx'),
  page('/legal/risk', legal.risk.heading, 'What you can lose, and what automatic programmes, delays and outages mean for your money.', 'text-page.tsx'),
  page('/legal/terms', legal.terms.heading, 'The terms under which Tradepost may be used.', 'text-page.tsx'),
  page('/legal/privacy', legal.privacy.heading, 'What Tradepost keeps about you and your visit, and what it does not.', 'text-page.tsx'),
  page('/legal/complaints', legal.complaints.heading, 'Who handles complaints, within what time, and where to go next.', 'text-page.tsx'),
  page('/help/prices', help.prices.heading, 'What LIVE, DELAYED, STALE, CLOSED and SAMPLE beside a price mean.', 'text-page.tsx'),
  page('/help/withdrawals', help.withdrawals.heading, 'What happens between the request and the money in your bank, and how long it takes.', 'text-page.tsx'),
  page('/help/market-hours', help.marketHours.heading, 'When the Indian stock exchanges trade.', 'text-page.tsx'),
];

/** A page with its markup. */
export interface WrittenPage extends PublicPage {
  readonly markup: string;
}

async function writeOut(about: PublicPage): Promise<WrittenPage> {
  const found = publicPageAt(about.path);
  if (!found) throw new Error(`There is no public page at ${about.path}.`);
  await loadPage(found);
  setPlace(about.path);
  const markup = renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  return { ...about, markup };
}

/** All of them, written out while this file loads: what runs it is gone afterwards. */
export const writtenPages: WrittenPage[] = [];
for (const each of publicPages) writtenPages.push(await writeOut(each));
