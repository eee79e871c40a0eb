import { useQueryClient } from '@tanstack/react-query';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { Download, ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Known } from '../../ui/missing.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Masked, Reveal } from './reveal.tsx';

/** A link to a document ends after five minutes (HTTP contract, GET /files). */
const linkLifeMs = 300_000;

type Reread = () => Promise<UserDetail | undefined>;

/** PAN and Aadhar: their numbers, masked, and the papers. */
export function DocumentsTab({ detail, reread }: { detail: UserDetail; reread: Reread }) {
  if (!detail.pancard && !detail.aadharcard && !detail.panimg && !detail.aadharimg)
    return (
      <Panel>
        <EmptyState>No documents yet.</EmptyState>
      </Panel>
    );
  return (
    <div className="tp-columns" data-even>
      <Panel title="PAN">
        <DocumentNumber label="PAN number">
          <Reveal id={detail._id} field="pancard" masked={detail.pancard} what="PAN number" />
        </DocumentNumber>
        <Paper name="PAN image" link={detail.panimg} id={detail._id} again={async () => (await reread())?.panimg} />
      </Panel>
      <Panel title="Aadhar">
        <DocumentNumber label="Aadhar number">{detail.aadharcard ? <Masked text={detail.aadharcard} /> : <Known>{null}</Known>}</DocumentNumber>
        <Paper name="Aadhar image" link={detail.aadharimg} id={detail._id} again={async () => (await reread())?.aadharimg} />
      </Panel>
    </div>
  );
}

function DocumentNumber({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className="tp-facts">
      <div>
        <dt>{label}</dt>
        <dd>{children}</dd>
      </div>
    </dl>
  );
}

interface PaperProps {
  name: string;
  id: string;
  link: string | null;
  again: () => Promise<string | null | undefined>;
}

/** One paper: images in place, anything else as a download. The first link is kept although the page is read again and again, so that one look is one entry in the audit. */
function Paper({ name, id, link, again }: PaperProps) {
  const client = useQueryClient();
  const [opened, setOpened] = useState(link);
  const [over, setOver] = useState(false);
  const [picture, setPicture] = useState(true);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!opened) return;
    const timer = setTimeout(() => setOver(true), linkLifeMs);
    return () => clearTimeout(timer);
  }, [opened]);
  if (!opened) return <EmptyState>No document yet.</EmptyState>;
  const reopen = async () => {
    setBusy(true);
    const next = await again();
    setBusy(false);
    if (!next) return;
    setOpened(next);
    setOver(false);
    setPicture(true);
  };
  const seen = () => void client.invalidateQueries({ queryKey: ['user', id, 'audit'] });
  if (over)
    return (
      <EmptyState
        action={
          <Button busy={busy} busyLabel="Opening..." onClick={() => void reopen()}>
            Open again
          </Button>
        }
      >
        A document is shown for five minutes at a time.
      </EmptyState>
    );
  return (
    <div className="tp-paper">
      {picture && (
        <a href={opened} target="_blank" rel="noreferrer">
          <img src={opened} alt={name} onLoad={seen} onError={() => setPicture(false)} />
          <span>
            <Icon of={ExternalLink} size={15} /> Open in full size
          </span>
        </a>
      )}
      {!picture && (
        <a className="tp-button" href={opened} download onClick={() => setTimeout(seen, 1000)}>
          <Icon of={Download} />
          <span>Download {name}</span>
        </a>
      )}
    </div>
  );
}
