import { Link } from 'react-router-dom';
import { MessagePage } from './message-page.tsx';

/** Signed in, but the page belongs to administrators. */
export function NotAllowedPage() {
  return (
    <MessagePage title="You cannot open this page" framed>
      {() => (
        <>
          <p>This page belongs to administrators.</p>
          <p className="tp-message-links">
            <Link to="/dashboard">Dashboard</Link>
          </p>
        </>
      )}
    </MessagePage>
  );
}
