import { type Answers, noAnswers } from './answers.ts';

// Typed answers of the first step and the address, for seven days on this device. Never a password, PAN, Aadhaar or file.
const key = 'tp-register-draft';
const keptMs = 7 * 24 * 60 * 60 * 1000;
const keptNames = ['name', 'dob', 'gender', 'email', 'phone', 'address'] as const;

/** The answers of a draft that is not older than seven days; undefined when there is none worth continuing. */
export function readDraft(nowMs: number): Partial<Answers> | undefined {
  const text = localStorage.getItem(key);
  if (text === null) return undefined;
  try {
    const draft: unknown = JSON.parse(text);
    if (typeof draft === 'object' && draft !== null && 'savedAtMs' in draft && Number(draft.savedAtMs) > nowMs - keptMs) {
      const found: Partial<Answers> = {};
      for (const [name, value] of Object.entries(draft)) {
        const known = keptNames.find((kept) => kept === name);
        if (known && typeof value === 'string' && value !== '') found[known] = value;
      }
      if (Object.keys(found).length > 0) return found;
    }
  } catch (error) {
    console.info('The draft cannot be read and is removed', error);
  }
  forgetDraft();
  return undefined;
}

/** Keeps the draft, once anything worth keeping is typed. */
export function keepDraft(answers: Answers, nowMs: number): void {
  if (keptNames.every((name) => answers[name] === noAnswers[name])) return;
  localStorage.setItem(key, JSON.stringify({ savedAtMs: nowMs, ...Object.fromEntries(keptNames.map((name) => [name, answers[name]])) }));
}

export const forgetDraft = (): void => localStorage.removeItem(key);
