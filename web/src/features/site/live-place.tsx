import { type HTMLAttributes, useEffect, useRef } from 'react';

interface Props extends HTMLAttributes<HTMLDivElement> {
  /** The name by which a written page finds it. */
  place: 'office' | 'hours';
  /** What stands there first; made of fixed words. */
  first: string;
  start: (place: HTMLElement) => () => void;
}

/** A place that fills itself (lib/live-place.ts); React leaves its inside alone after the first drawing. */
export function LivePlace({ place, first, start, ...attributes }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? start(box.current) : undefined), [start]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: fixed words of ours.
  return <div {...attributes} ref={box} data-live={place} aria-busy="true" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: first }} />;
}
