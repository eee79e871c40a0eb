import { PublicLink } from '../ui/public-link.tsx';
import { MessagePage } from './message-page.tsx';

/** Not there, or not yours: the same page for both. */
export default function NotFoundPage({ framed = false }: { framed?: boolean }) {
  return (
    <MessagePage title="Page not found" framed={framed}>
      {({ path, signedIn }) => (
        <>
          <p>There is no page at {path}.</p>
          <p className="tp-message-links">
            <PublicLink to="/">Home</PublicLink>
            {signedIn && <PublicLink to="/dashboard">Dashboard</PublicLink>}
          </p>
        </>
      )}
    </MessagePage>
  );
}
