/** Signs that no name has and that would let one pass as another: controls and marks of writing direction. */
const hiddenSigns = /[\p{Cc}\p{Cf}]/gu;

/**
 * Reads who is paid from the text of a QR code: `upi://pay` with `pa`, the UPI ID, and `pn`, the name (NPCI, UPI linking specification).
 * Null for any other text and for a UPI ID that cannot be one. The one reading for the server and for the preview before saving.
 */
export function readPayee(text: string): { name: string; upiId: string } | null {
  const query = /^upi:\/\/pay\?(.*)$/is.exec(text.trim())?.[1];
  if (query === undefined) return null;
  const fields = new URLSearchParams(query);
  const upiId = fields.get('pa')?.trim() ?? '';
  if (!/^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,64}$/.test(upiId)) return null;
  return { name: (fields.get('pn') ?? '').replace(hiddenSigns, '').trim().slice(0, 100), upiId };
}
