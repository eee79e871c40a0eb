import onLight from '../brand/logo.svg';
import onDark from '../brand/logo-on-dark.svg';
import { useScheme } from '../lib/theme.ts';

/** The logo, in the drawing that belongs to the scheme. At least 20 px high. */
export function Logo({ height = 30 }: { height?: number }) {
  return <img className="tp-logo" src={useScheme() === 'dark' ? onDark : onLight} alt="Tradepost" height={height} width={Math.round((height * 170) / 36)} />;
}
