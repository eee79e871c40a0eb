import { NoAnswer } from './problem.ts';

export interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: FormData | string | undefined;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  onUploadProgress?: ((share: number) => void) | undefined;
}

export interface Answer {
  readonly status: number;
  /** The JSON of the answer; undefined when there is none. */
  readonly body: unknown;
  readonly header: (name: string) => string | null;
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // A proxy in between answers with a page of its own; the status says enough.
    console.info('An answer was not JSON', error);
    return undefined;
  }
}

async function sendByFetch(outgoing: Outgoing): Promise<Answer> {
  const timeout = AbortSignal.timeout(outgoing.timeoutMs);
  const signal = outgoing.signal ? AbortSignal.any([timeout, outgoing.signal]) : timeout;
  try {
    const response = await fetch(outgoing.url, { method: outgoing.method, headers: outgoing.headers, body: outgoing.body ?? null, signal, credentials: 'same-origin' });
    return { status: response.status, body: parse(await response.text()), header: (name) => response.headers.get(name) };
  } catch (error) {
    // Whoever gave the call up himself is told so by his own signal.
    if (outgoing.signal?.aborted) throw error;
    throw new NoAnswer(timeout.aborted);
  }
}

/** Only XMLHttpRequest tells how much of an upload has left. */
function sendByXhr(outgoing: Outgoing): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(outgoing.method, outgoing.url);
    for (const [name, value] of Object.entries(outgoing.headers)) xhr.setRequestHeader(name, value);
    xhr.timeout = outgoing.timeoutMs;
    xhr.upload.onprogress = (event) => event.lengthComputable && outgoing.onUploadProgress?.(event.loaded / event.total);
    xhr.onload = () => resolve({ status: xhr.status, body: parse(xhr.responseText), header: (name) => xhr.getResponseHeader(name) });
    xhr.onerror = () => reject(new NoAnswer(false));
    xhr.ontimeout = () => reject(new NoAnswer(true));
    xhr.onabort = () => reject(outgoing.signal?.reason ?? new NoAnswer(false));
    outgoing.signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    xhr.send(outgoing.body ?? null);
  });
}

/** Sends one request and gives whatever answer comes, also a refusal. Throws NoAnswer when none comes within `timeoutMs`. */
export const send = (outgoing: Outgoing): Promise<Answer> => (outgoing.onUploadProgress ? sendByXhr(outgoing) : sendByFetch(outgoing));
