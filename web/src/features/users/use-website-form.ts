import type { AdditionalData, Payee } from '@tradepost/proto/api/site-content/paths.ts';
import { saveAdditionalData } from '@tradepost/proto/api/site-content/paths.ts';
import { useEffect, useState } from 'react';
import { fileMessage, kindOf } from '../../lib/file-rules.ts';
import { request } from '../../lib/http.ts';
import { payeeOfPicture } from '../../lib/payee-of-picture.ts';
import { ApiProblem, fieldErrors, messageOf } from '../../lib/problem.ts';
import { sendOnce } from '../../lib/send-once.ts';
import { companyId } from '../../lib/use-company.ts';

export const websiteFields = ['address', 'email', 'phone'] as const;
export type WebsiteField = (typeof websiteFields)[number];
type Values = Record<WebsiteField, string>;
type Errors = Partial<Record<WebsiteField | 'image', string>>;

export const websiteLabels: Readonly<Record<WebsiteField, string>> = { address: 'Address', email: 'Email', phone: 'Phone' };

/** A picture that was chosen and not saved yet. `payee` is undefined while it is being read. */
export interface ChosenPicture {
  readonly file: File;
  readonly url: string;
  readonly payee: Payee | null | undefined;
}

const valuesOf = ({ address, email, phone }: AdditionalData): Values => ({ address, email, phone });

function save(values: Values, version: number, picture: File | undefined): Promise<AdditionalData> {
  const fingerprint = JSON.stringify([values, version, picture && [picture.name, picture.size, picture.lastModified]]);
  return sendOnce('website-details', fingerprint, async (idempotencyKey) => {
    const form = new FormData();
    for (const field of websiteFields) form.set(field, values[field].trim());
    form.set('version', String(version));
    if (picture) form.set('image', picture);
    return (await request(saveAdditionalData, { params: { id: companyId }, form, idempotencyKey })).data;
  });
}

/** The chosen picture with its preview, and the payee that is read from it on this device. */
function usePicture(onRefused: (message: string | undefined) => void) {
  const [picture, setPicture] = useState<ChosenPicture>();
  const url = picture?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    const kind = kindOf(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
    const refusal = fileMessage(file.name, file.size, kind, ['jpeg', 'png', 'webp']);
    onRefused(refusal);
    if (refusal) return setPicture(undefined);
    const shown = URL.createObjectURL(file);
    setPicture({ file, url: shown, payee: undefined });
    const payee = await payeeOfPicture(file);
    setPicture((now) => (now?.url === shown ? { ...now, payee } : now));
  };
  return { picture, choose, drop: () => setPicture(undefined) };
}

interface Options {
  company: AdditionalData;
  reread: () => Promise<AdditionalData | undefined>;
  onSaved: (company: AdditionalData) => void;
  onDirty: (dirty: boolean) => void;
}

/** The form's state: what was read (`base`), what stands in the fields, the chosen picture, and what the server said. */
export function useWebsiteForm({ company, reread, onSaved, onDirty }: Options) {
  const [base, setBase] = useState(company);
  const [values, setValues] = useState(() => valuesOf(company));
  const [errors, setErrors] = useState<Errors>({});
  const [rest, setRest] = useState<string[]>([]);
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState(false);
  const { picture, choose, drop } = usePicture((image) => setErrors((before) => ({ ...before, image })));
  const changed = websiteFields.filter((field) => values[field].trim() !== base[field]);
  const dirty = changed.length > 0 || picture !== undefined;
  useEffect(() => onDirty(dirty), [dirty, onDirty]);

  const fail = (fields: Errors, others: string[]): void => {
    setErrors(fields);
    setRest(others);
    setAttempt((before) => before + 1);
  };
  const takeOver = async (): Promise<void> => {
    const latest = await reread();
    if (!latest) return;
    setValues((mine) => ({ ...valuesOf(latest), ...Object.fromEntries(changed.map((field) => [field, mine[field]])) }));
    setBase(latest);
    setConflict(true);
  };
  const refused = async (failure: unknown): Promise<void> => {
    if (failure instanceof ApiProblem && failure.code === 'version-conflict') {
      fail({}, []);
      return takeOver();
    }
    const { fields, rest: others } = fieldErrors(failure, [...websiteFields, 'image']);
    fail(fields, Object.keys(fields).length + others.length > 0 ? others : [messageOf(failure, 'Failed to update data')]);
  };
  const submit = async (): Promise<void> => {
    const empty = Object.fromEntries(websiteFields.filter((field) => values[field].trim() === '').map((field) => [field, `${websiteLabels[field]} is required`]));
    if (Object.keys(empty).length > 0) return fail(empty, []);
    setBusy(true);
    setConflict(false);
    try {
      onSaved(await save(values, base.version, picture?.file));
    } catch (failure) {
      await refused(failure);
    } finally {
      setBusy(false);
    }
  };
  const change = (field: WebsiteField, value: string): void => {
    setValues({ ...values, [field]: value });
    if (errors[field]) setErrors({ ...errors, [field]: undefined });
  };
  return { base, values, errors, rest, attempt, busy, conflict, dirty, changed, picture, choose, drop, change, submit };
}
