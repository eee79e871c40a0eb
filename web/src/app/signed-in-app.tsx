import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createBrowserRouter, type RouteObject, RouterProvider, useLocation, useRouteError } from 'react-router-dom';
import { syncPlace } from '../lib/navigation.ts';
import { isStaff } from '../lib/session.ts';
import { useUser } from '../lib/use-session.ts';
import { Failure } from './failure.tsx';
import { NotAllowedPage } from './not-allowed-page.tsx';
import NotFoundPage from './not-found-page.tsx';
import { publicRoutes } from './public-routes.ts';
import { type SignedInRoute, signedInRoutes } from './routes.tsx';
import { SignedInLayout } from './signed-in-layout.tsx';

function routeOf({ path, load, staff }: SignedInRoute): RouteObject {
  const lazy = async () => {
    let Page: ComponentType;
    try {
      Page = (await load()).default;
    } catch (error) {
      // The router shows nothing for a page whose file does not come.
      return { element: <Failure error={error} onAgain={() => window.location.reload()} /> };
    }
    return {
      element: staff ? (
        <StaffOnly>
          <Page />
        </StaffOnly>
      ) : (
        <Page />
      ),
    };
  };
  return { path, lazy, ErrorBoundary: PageFailed };
}

function makeRouter() {
  const children: RouteObject[] = [...signedInRoutes.map(routeOf), { path: '*', Component: Elsewhere }];
  return createBrowserRouter([{ Component: SignedInLayout, ErrorBoundary: PageFailed, HydrateFallback: () => null, children }]);
}

/** The part behind the sign-in. It lives as long as somebody is signed in and stays here. */
export default function SignedInApp() {
  const [router] = useState(makeRouter);
  return <RouterProvider router={router} />;
}

/** Pages of administrators. The server decides each call as well; this only saves a client a page full of refusals. */
function StaffOnly({ children }: { children: ReactNode }) {
  return isStaff(useUser()) ? children : <NotAllowedPage />;
}

/** A path this router does not know: a page of the public part, the first page, or nothing at all. */
function Elsewhere() {
  const { pathname } = useLocation();
  const known = pathname in publicRoutes;
  useEffect(() => {
    if (known) syncPlace();
  }, [known]);
  return known ? null : <NotFoundPage framed />;
}

function PageFailed() {
  return <Failure error={useRouteError()} onAgain={() => window.location.reload()} />;
}
