import { useEffect, useId, useRef } from 'react';
import { type DayDrawing, dayHtml, readDay } from '../lib/day-drawing.ts';
import './day-line.css';

/** A price from 09:15 to 15:30 against yesterday's close: green above, red below, ending where the day stands. It has its size before it has data. */
export function DayLine(drawing: Omit<DayDrawing, 'id'>) {
  const box = useRef<HTMLDivElement>(null);
  const whole = { ...drawing, id: `day${useId().replace(/\W/g, '')}` };
  const html = dayHtml(whole);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the markup holds all that is drawn; when it changes, everything has changed.
  useEffect(() => (box.current ? readDay(box.current, whole) : undefined), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: numbers and one escaped name, made by dayHtml.
  return <div ref={box} className="tp-day" dangerouslySetInnerHTML={{ __html: html }} />;
}
