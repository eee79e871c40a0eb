import { useEffect, useRef } from 'react';

const waitMs = 250;

/** Hands `value` on once it has stood still for a quarter of a second; not at the first drawing. */
export function useDebounced(value: string, onSettled: (value: string) => void): void {
  const newest = useRef(onSettled);
  const settled = useRef(value);
  useEffect(() => {
    newest.current = onSettled;
  });
  useEffect(() => {
    if (settled.current === value) return;
    const timer = setTimeout(() => {
      settled.current = value;
      newest.current(value);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [value]);
}
