import type { ContactMessage } from '@tradepost/proto/api/site-content/paths.ts';
import { ArrowLeft, Mail } from 'lucide-react';
import { useRef } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useFocusOnMount } from '../../lib/use-focus-on-mount.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { answerAddress } from './api.ts';

interface Props {
  message: ContactMessage;
  /** The heading takes the focus when this message is drawn. */
  takeFocus: boolean;
  busy: boolean;
  /** On phones, where the message stands alone. */
  onBack: (() => void) | undefined;
  onMark: () => void;
}

/** One message with what an answer needs. What a visitor wrote is text: nothing in it becomes a link. */
export function MessagePanel({ message, takeFocus, busy, onBack, onMark }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOnMount(heading, takeFocus);
  const isNew = message.status === 'new';
  return (
    <Panel flush className="tp-request">
      <header>
        {onBack && (
          <button type="button" className="tp-icon-button" aria-label="Back to the messages" title="Back to the messages" onClick={onBack}>
            <Icon of={ArrowLeft} />
          </button>
        )}
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {message.subject}: {message.name}
          </h2>
          <span className="tp-hint">{formatDateTime(message.createdAt)}</span>
        </div>
        <StateTag state={isNew ? 'new' : 'approved'} word={isNew ? 'New' : 'Answered'} />
      </header>
      <div className="tp-message">
        <dl>
          <div>
            <dt>E-mail</dt>
            <dd>
              {message.email} <CopyButton text={message.email} what="e-mail" />
            </dd>
          </div>
          {message.phone && (
            <div>
              <dt>Phone</dt>
              <dd>
                {message.phone} <CopyButton text={message.phone} what="phone" />
              </dd>
            </div>
          )}
          {message.answeredAt && (
            <div>
              <dt>Answered</dt>
              <dd>{formatDateTime(message.answeredAt)}</dd>
            </div>
          )}
        </dl>
        <p className="tp-message-text">{message.message}</p>
      </div>
      <footer>
        <p className="tp-hint tp-request-keys">
          <kbd>J</kbd> <kbd>K</kbd> next, previous <kbd>A</kbd> {isNew ? 'mark as answered' : 'mark as new'}
        </p>
        <a className="tp-button" href={answerAddress(message)}>
          <Icon of={Mail} />
          <span>Answer by e-mail</span>
        </a>
        <Button kind={isNew ? 'primary' : 'default'} busy={busy} busyLabel="Saving..." onClick={onMark}>
          {isNew ? 'Mark as answered' : 'Mark as new'}
        </Button>
      </footer>
    </Panel>
  );
}
