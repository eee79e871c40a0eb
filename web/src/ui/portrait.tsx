import { useState } from 'react';
import { initials } from '../lib/format.ts';

/** A person's picture in the shape of a post; the initials when there is none or it does not load. The name stands beside it, so it is decoration. */
export function Portrait({ name, image, size = 24, quiet = false }: { name: string; image: string | null | undefined; size?: number; quiet?: boolean }) {
  const [failed, setFailed] = useState<string>();
  const style = { width: size, height: Math.round(size * 1.16), fontSize: Math.max(10, Math.round(size * 0.4)) };
  if (image && failed !== image) return <img className="tp-portrait" src={image} alt="" style={style} onError={() => setFailed(image)} />;
  return (
    <span className="tp-portrait" data-quiet={quiet || undefined} style={style} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
