import { PublicLink } from '../ui/public-link.tsx';
import { MessagePage } from './message-page.tsx';

/** Signed in, but the page belongs to administrators. */
export function NotAllowedPage() {
  return (
    <MessagePage title="You cannot open this page" framed>
      {() => (
        <>
          <p>This page belongs to administrators.</p>
          <p className="tp-message-links">
            <PublicLink to="/dashboard">Dashboard</PublicLink>
          </p>
        </>
      )}
    </MessagePage>
  );
}
