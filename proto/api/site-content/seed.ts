// The one copy of the public pages' texts as they are before anybody edits them: the service begins with them, and the site is built with them.
// {operator.*} and {contact.*} in them are filled from the operator's settings and the website details.
import type { SiteContent } from './content.ts';
import seed from './site-content.en.json' with { type: 'json' };

/** Version 1 of the English texts. A test holds it to the schema; the assertion only narrows what JSON cannot say (tuples, fixed words). */
export const siteContentSeed = seed as SiteContent;
