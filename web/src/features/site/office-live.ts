import type { AdditionalData } from '@tradepost/proto/api/site-content/paths.ts';
import { element, fillFrom, startOnce } from '../../lib/live-place.ts';

const row = (height: string, width: string): string =>
  `<div><dt>&nbsp;</dt><dd><span class="tp-skeleton tp-late" style="display:block;height:${height};width:${width}"></span></dd></div>`;
/** Three grey lines in the place of address, phone and e-mail. */
export const firstOffice = `<dl aria-hidden="true">${row('3.25rem', '80%')}${row('1.625rem', '60%')}${row('1.625rem', '70%')}</dl>`;

const copyMark =
  '<svg viewBox="0 0 24 24" width="15" height="15" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linejoin="round"><path d="M9 9h11v11H9zM15 9V4H4v11h5"/></svg>';

function copyButton(text: string, what: string): HTMLElement {
  const said = element('span', { class: 'tp-copy-note', role: 'status' });
  const button = element('button', { type: 'button', class: 'tp-icon-button', 'aria-label': `Copy ${what}`, title: `Copy ${what}` });
  button.innerHTML = copyMark;
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(text).then(
      () => said.replaceChildren('Copied'),
      () => said.replaceChildren('Please copy it by hand'),
    );
  });
  return element('span', { class: 'tp-copy' }, button, said);
}

function line(label: string, text: string, what: string, href?: string): HTMLElement[] {
  if (!text) return [];
  const shown = href ? element('a', { href }, text) : element('span', {}, text);
  return [element('div', {}, element('dt', {}, label), element('dd', {}, element('span', { class: 'site-office-line' }, shown, copyButton(text, what))))];
}

/** Fills the office with what the operator keeps; without anything it goes, and the form stands alone. Its labels stand in the data of `place`. */
export const startOffice = (place: HTMLElement): (() => void) =>
  startOnce(place, () =>
    fillFrom<{ data: AdditionalData }>(place, '/additional-data/default', ({ data: { address, phone, email } }) => {
      const labels = place.dataset;
      const lines = [
        ...line(labels.address ?? '', address, 'address'),
        ...line(labels.phone ?? '', phone, 'phone number', `tel:${phone.replace(/[^+\d]/g, '')}`),
        ...line(labels.email ?? '', email, 'e-mail address', `mailto:${encodeURIComponent(email)}`),
      ];
      const section = place.closest('section');
      if (section) section.hidden = lines.length === 0;
      return [element('dl', {}, ...lines)];
    }),
  );
