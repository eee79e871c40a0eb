import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Icon } from './icon.tsx';

/** Copies `text`. `what` completes the name of the button: "Copy User Id". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch (error) {
      console.info('The clipboard is closed to this page', error);
      setState('failed');
    }
    setTimeout(() => setState('idle'), 2500);
  };
  return (
    <span className="tp-copy">
      <button type="button" className="tp-icon-button" aria-label={`Copy ${what}`} title={`Copy ${what}`} onClick={() => void copy()}>
        <Icon of={state === 'copied' ? Check : Copy} size={15} />
      </button>
      <span role="status" className={state === 'failed' ? 'tp-copy-note' : 'tp-hidden'}>
        {state === 'copied' && `${what} copied`}
        {state === 'failed' && 'Please copy it by hand'}
      </span>
    </span>
  );
}
