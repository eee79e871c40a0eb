import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../lib/problem.ts';
import { Banner } from '../../ui/banner.tsx';
import { drawPaper, LinkOver, openPaper, type PaperSource, type View } from './paper-source.ts';

interface Props {
  /** What it is and whose: "PAN image of Asha Verma". */
  name: string;
  link: string;
  view: View;
  onPages: (pages: number) => void;
  onSeen: () => void;
  onOver: () => void;
}

/** The document itself on a canvas, in a place that scrolls: by arrows when it has the focus, by dragging with a pointer. */
export function PaperStage({ name, link, view, onPages, onSeen, onOver }: Props) {
  const { source, problem } = usePaper(link, { onPages, onSeen, onOver });
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [broken, setBroken] = useState<unknown>();
  useEffect(() => {
    if (!source || !canvas.current || !stage.current) return;
    const ended = new AbortController();
    setBroken(undefined);
    drawPaper(canvas.current, source, view, stage.current.clientWidth - 2, ended.signal).catch((error: unknown) => !ended.signal.aborted && setBroken(error));
    return () => ended.abort();
  }, [source, view]);
  if (problem !== undefined) return <Broken problem={problem} />;
  return (
    <>
      {broken !== undefined && <Broken problem={broken} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section ref={stage} className="tp-paper-stage" tabIndex={0} aria-label={`${name}, scrolls with the arrow keys`} aria-busy={!source} {...dragging}>
        {!source && <div className="tp-skeleton" style={{ height: '100%' }} />}
        {/* It stays where it is when one page is damaged: the others may be whole. */}
        <canvas ref={canvas} role="img" aria-label={name} hidden={!source || broken !== undefined} />
      </section>
    </>
  );
}

function Broken({ problem }: { problem: unknown }) {
  return (
    <Banner kind="error" title="The document cannot be shown">
      {messageOf(problem, 'It may be damaged. Download it and look at it with care.')}
    </Banner>
  );
}

/** Fetches the paper once for each link, and lets go of it afterwards. */
function usePaper(link: string, { onPages, onSeen, onOver }: Pick<Props, 'onPages' | 'onSeen' | 'onOver'>) {
  const [source, setSource] = useState<PaperSource>();
  const [problem, setProblem] = useState<unknown>();
  const calls = useRef({ onPages, onSeen, onOver });
  useEffect(() => {
    calls.current = { onPages, onSeen, onOver };
  });
  useEffect(() => {
    const ended = new AbortController();
    let mine: PaperSource | undefined;
    setSource(undefined);
    setProblem(undefined);
    openPaper(link, ended.signal).then(
      (opened) => {
        if (ended.signal.aborted) return opened.close();
        mine = opened;
        setSource(opened);
        calls.current.onPages(opened.kind === 'pdf' ? opened.pdf.numPages : 1);
        calls.current.onSeen();
      },
      (error: unknown) => {
        if (ended.signal.aborted) return;
        if (error instanceof LinkOver) calls.current.onOver();
        else setProblem(error);
      },
    );
    return () => {
      ended.abort();
      mine?.close();
    };
  }, [link]);
  return { source, problem };
}

function drag(event: ReactPointerEvent<HTMLElement>): void {
  if (event.pointerType === 'touch' || event.buttons !== 1) return;
  event.currentTarget.scrollBy(-event.movementX, -event.movementY);
}

const dragging = {
  onPointerDown: (event: ReactPointerEvent<HTMLElement>) => event.pointerType !== 'touch' && event.currentTarget.setPointerCapture(event.pointerId),
  onPointerMove: drag,
};
