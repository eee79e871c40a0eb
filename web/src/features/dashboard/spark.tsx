/** The day of a share as a small line; its meaning stands in the changes beside it. */
export function Spark({ prices, previousClose }: { prices: readonly number[]; previousClose: number | null }) {
  const [low, high] = [Math.min(...prices, previousClose ?? Number.POSITIVE_INFINITY), Math.max(...prices, previousClose ?? 0)];
  const span = high - low || 1;
  // The line ends where the day stands: 75 stretches of five minutes make a whole one.
  const points = prices.map((price, index) => `${((index / 75) * 80).toFixed(1)},${(2 + ((high - price) / span) * 18).toFixed(1)}`);
  const up = (prices.at(-1) ?? 0) >= (previousClose ?? prices[0] ?? 0);
  return (
    <svg className={`tp-spark ${up ? 'tp-up' : 'tp-down'}`} viewBox="0 0 80 22" aria-hidden="true" focusable="false">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
