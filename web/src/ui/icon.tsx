import type { LucideIcon } from 'lucide-react';

/** A lucide icon in the weight and sizes of the guide: 18 px, 15 in small buttons and tags. Always beside a word or inside a named button. */
export function Icon({ of: Drawn, size = 18 }: { of: LucideIcon; size?: number }) {
  return <Drawn size={size} strokeWidth={1.9} aria-hidden="true" focusable="false" />;
}
