import { type ReactNode, useEffect, useRef, useState } from 'react';

/** A figure whose ground fades once when `value` becomes another one; not at its first appearance. */
export function Changing({ value, children }: { value: string | number | null; children: ReactNode }) {
  const before = useRef(value);
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    if (before.current === value) return;
    before.current = value;
    setChanges((count) => count + 1);
  }, [value]);
  // A new element begins its animation anew.
  return (
    <span key={changes} className={changes > 0 ? 'tp-changed' : undefined}>
      {children}
    </span>
  );
}
