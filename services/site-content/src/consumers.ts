import { type Consumer, consumer } from '@tradepost/platform/consume.ts';
import type { Site } from './site.ts';
import { mailOperator } from './use-cases/mail-operator.ts';

/** All that site-content does with events, one line an event. */
export const consumers: readonly Consumer<Site>[] = [consumer<Site>('site-content.mail', ['tradepost.site_content'], { ContactMessageReceived: mailOperator })];
