import { useState } from 'react';

/** `value`, or while it is undefined the last one there was: a dialog keeps its words while it closes. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
