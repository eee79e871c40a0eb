import { route, table } from '@tradepost/platform/call.ts';
import * as api from '@tradepost/proto/api/site-content/schemas.ts';
import type { Site } from './site.ts';
import { getAdditionalData } from './use-cases/get-additional-data.ts';
import { getPaymentCode } from './use-cases/get-payment-code.ts';
import { getSiteContent } from './use-cases/get-site-content.ts';
import { listContactMessages } from './use-cases/list-contact-messages.ts';
import { listContentEdits } from './use-cases/list-content-edits.ts';
import { markContactMessage } from './use-cases/mark-contact-message.ts';
import { saveAdditionalData } from './use-cases/save-additional-data.ts';
import { saveSiteContent } from './use-cases/save-site-content.ts';
import { sendContactMessage } from './use-cases/send-contact-message.ts';

/** All that site-content does for people, one line an endpoint. */
export const routes = table<Site>([
  route(api.getAdditionalData, getAdditionalData),
  route(api.saveAdditionalData, saveAdditionalData),
  route(api.getPaymentCode, getPaymentCode),
  route(api.getSiteContent, getSiteContent),
  route(api.saveSiteContent, saveSiteContent),
  route(api.listContentEdits, listContentEdits),
  route(api.sendContactMessage, sendContactMessage),
  route(api.listContactMessages, listContactMessages),
  route(api.markContactMessage, markContactMessage),
]);
