/** A milestone inside a drawing, standing with its foot at x, y. */
export const Post = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x - 6} ${y - 16}) scale(.55)`}>
    <path fill="var(--tp-marigold)" d="M1 13a10 10 0 0 1 20 0z" />
    <path fill="var(--post, var(--tp-brand))" d="M1 16h20v13H1z" />
  </g>
);

/** A milestone as the bullet of a list. */
export const PostBullet = () => (
  <svg className="site-bullet" viewBox="0 0 22 30" width="18" height="24.5" aria-hidden="true" focusable="false">
    <path fill="var(--tp-marigold)" d="M1 13a10 10 0 0 1 20 0z" />
    <path fill="var(--post, var(--tp-brand))" d="M1 16h20v13H1z" />
  </svg>
);
