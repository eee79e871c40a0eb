/** A grey block in the exact size of what will stand there. Appears after 150 ms, so that quick answers never flash. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className="tp-skeleton tp-late" style={{ display: 'block', width, height }} aria-hidden="true" />;
}

/** Lines of text that are still on their way. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="tp-skeleton-lines" role="status">
      <span className="tp-hidden">Loading...</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <Skeleton key={line} width={line === lines - 1 && lines > 1 ? '60%' : '100%'} />
      ))}
    </div>
  );
}
