import type { CSSProperties } from 'react';

/** The logo, in the drawing that belongs to the scheme or to ink; the style sheet chooses. At least 20 px high. */
export function Logo({ height = 30 }: { height?: number }) {
  return <span className="tp-logo" role="img" aria-label="Tradepost" style={{ '--height': `${height}px` } as CSSProperties} />;
}
