import { useQueryClient } from '@tanstack/react-query';
import type { UserDetail } from '@tradepost/proto/api/users/paths.ts';
import { ChevronLeft, ChevronRight, Download, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { View } from './paper-source.ts';
import { PaperStage } from './paper-stage.tsx';

/** A link to a document ends after five minutes (HTTP contract, GET /files). */
const linkLifeMs = 300_000;
const zooms = [1, 1.5, 2, 3, 4];

export const papers = ['panimg', 'aadharimg'] as const;
export type PaperName = (typeof papers)[number];
const words: Readonly<Record<PaperName, string>> = { panimg: 'PAN card', aadharimg: 'Aadhar card' };

interface Props {
  detail: UserDetail;
  shown: PaperName;
  onShow: (paper: PaperName) => void;
  /** Reads the account again and gives it: its links are new. */
  reread: () => Promise<UserDetail | undefined>;
}

/** The papers in place, one at a time, so that one look is one entry in the audit. */
export function DocumentViewer({ detail, shown, onShow, reread }: Props) {
  return (
    <Panel
      title={words[shown]}
      extra={
        <fieldset className="tp-segments">
          <legend className="tp-hidden">Document</legend>
          {papers.map((paper, at) => (
            <label key={paper}>
              <input type="radio" name="paper" checked={paper === shown} onChange={() => onShow(paper)} aria-keyshortcuts={String(at + 1)} />
              <span>{words[paper]}</span>
            </label>
          ))}
        </fieldset>
      }
    >
      <Paper key={shown} detail={detail} paper={shown} onShow={onShow} again={async () => (await reread())?.[shown]} />
    </Panel>
  );
}

interface PaperProps {
  detail: UserDetail;
  paper: PaperName;
  onShow: (paper: PaperName) => void;
  again: () => Promise<string | null | undefined>;
}

/** The first link is kept although the account is read again and again; when it has ended, a new one is asked for by hand. */
function Paper({ detail, paper, onShow, again }: PaperProps) {
  const client = useQueryClient();
  const [link, setLink] = useState(detail[paper]);
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState(false);
  const [pages, setPages] = useState(1);
  const [view, setView] = useState<View>({ page: 1, zoom: 1, turns: 0 });
  useEffect(() => {
    if (!link) return;
    const timer = setTimeout(() => setOver(true), linkLifeMs);
    return () => clearTimeout(timer);
  }, [link]);
  if (!link) return <EmptyState>No document yet.</EmptyState>;
  const reopen = async () => {
    setBusy(true);
    const next = await again();
    setBusy(false);
    if (!next) return;
    setLink(next);
    setOver(false);
  };
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
  const name = `${words[paper]} of ${detail.name}`;
  const deeds = deedsOf(view, pages, setView);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are a shorter way to the buttons inside.
    <div className="tp-paper" onKeyDown={(event) => pressed(event, deeds, onShow)}>
      <Tools view={view} pages={pages} deeds={deeds} link={link} name={words[paper]} />
      <PaperStage
        name={name}
        link={link}
        view={view}
        onPages={setPages}
        onSeen={() => void client.invalidateQueries({ queryKey: ['user', detail._id, 'audit'] })}
        onOver={() => setOver(true)}
      />
      <p className="tp-hint">Keys inside the viewer: + and - zoom, R turns, arrows move, 1 and 2 change the document.</p>
    </div>
  );
}

type Deeds = Readonly<Record<'nearer' | 'farther' | 'turn' | 'next' | 'previous', () => void>>;

function deedsOf(view: View, pages: number, set: (view: View) => void): Deeds {
  const at = zooms.indexOf(view.zoom);
  const zoom = (step: number) => set({ ...view, zoom: zooms[Math.max(0, Math.min(zooms.length - 1, at + step))] ?? 1 });
  const page = (step: number) => set({ ...view, page: Math.max(1, Math.min(pages, view.page + step)) });
  return { nearer: () => zoom(1), farther: () => zoom(-1), turn: () => set({ ...view, turns: (view.turns + 1) % 4 }), next: () => page(1), previous: () => page(-1) };
}

function pressed(event: KeyboardEvent, deeds: Deeds, onShow: (paper: PaperName) => void): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys: Readonly<Record<string, () => void>> = {
    '+': deeds.nearer,
    '=': deeds.nearer,
    '-': deeds.farther,
    r: deeds.turn,
    '1': () => onShow('panimg'),
    '2': () => onShow('aadharimg'),
  };
  const deed = keys[event.key.toLowerCase()];
  if (!deed) return;
  // The page has keys of its own with the same names.
  event.preventDefault();
  event.nativeEvent.stopPropagation();
  deed();
}

function Tools({ view, pages, deeds, link, name }: { view: View; pages: number; deeds: Deeds; link: string; name: string }) {
  return (
    <div className="tp-paper-tools">
      <Tool label="Zoom out" of={ZoomOut} onPress={deeds.farther} />
      <span className="tp-figures" role="status">
        <span className="tp-hidden">Zoom </span>
        {Math.round(view.zoom * 100)}%
      </span>
      <Tool label="Zoom in" of={ZoomIn} onPress={deeds.nearer} />
      <Tool label="Turn to the right" of={RotateCw} onPress={deeds.turn} />
      {pages > 1 && (
        <>
          <Tool label="Previous page" of={ChevronLeft} onPress={deeds.previous} />
          <span className="tp-figures" role="status">
            Page {view.page} of {pages}
          </span>
          <Tool label="Next page" of={ChevronRight} onPress={deeds.next} />
        </>
      )}
      <a className="tp-button" data-small href={link} download>
        <Icon of={Download} size={15} />
        <span>
          Download<span className="tp-hidden"> {name}</span>
        </span>
      </a>
    </div>
  );
}

function Tool({ label, of, onPress }: { label: string; of: typeof ZoomIn; onPress: () => void }) {
  return (
    <button type="button" className="tp-icon-button" aria-label={label} title={label} onClick={onPress}>
      <Icon of={of} />
    </button>
  );
}
