import { ApiError, ErrorState, LoadingState, NotFoundState } from '@millwright/core/browser';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  generatePath,
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  type RouteObject,
  redirect,
  useLocation,
  useParams,
  useRouteError,
} from 'react-router';
import { DashboardLayout } from './layout/dashboard-layout.tsx';
import { PublicLayout } from './layout/public-layout.tsx';
import { PluginScreen } from './plugin-screen.tsx';
import { client, queryClient, whenSignedOut } from './session/api.ts';
import { loadSession } from './session/session-data.ts';
import { loginPathFor, wayInAfter } from './session/sign-in-path.ts';

type Load = () => Promise<object>;

/** A screen in a chunk of its own; the module exports one component named `...Screen`. */
const page = (path: string, load: Load): RouteObject => ({
  path,
  lazy: async () => {
    const { loadComponent } = await import('@millwright/core/browser');
    return { Component: (await loadComponent(load)) as ComponentType };
  },
});

const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

async function requireSession({ request }: LoaderFunctionArgs): Promise<null> {
  try {
    await loadSession(client, queryClient);
    return null;
  } catch (error) {
    const { pathname, search } = new URL(request.url);
    if (isSignedOut(error)) throw redirect(loginPathFor(pathname + search));
    const wayIn = wayInAfter(error, pathname + search);
    if (wayIn) throw redirect(wayIn);
    throw error;
  }
}

/** Shown for an error that no screen has caught. */
function RouteFailure() {
  const error = useRouteError();
  return <ErrorState error={error} onRetry={() => location.reload()} what="page" />;
}

const Root = () => (
  <NuqsAdapter>
    <Outlet />
  </NuqsAdapter>
);

/** Redirects from another address of a screen to its own, with the query. */
const LeadTo = ({ path }: { path: string }) => (
  <Navigate to={{ pathname: generatePath(path, useParams()), search: useLocation().search }} replace />
);

const NotFound = () => <NotFoundState what="page" href="/dashboard" label="Go to the dashboard" />;

const routes: RouteObject[] = [
  {
    id: 'root',
    element: <Root />,
    errorElement: <RouteFailure />,
    hydrateFallbackElement: <LoadingState />,
    children: [
      {
        element: <PublicLayout />,
        children: [
          page('/', () => import('./screens/dashboard/home.screen.tsx')),
          page('/contact', () => import('./screens/pages/contact.screen.tsx')),
          page('/401', () => import('./screens/sign-in/sign-in-needed.screen.tsx')),
          page('/404', () => import('./screens/pages/not-found.screen.tsx')),
          page('/500', () => import('./screens/pages/server-error.screen.tsx')),
          page('/invitation', () => import('./screens/sign-in/invitation.screen.tsx')),
          page('/unsubscribe', () => import('./screens/pages/unsubscribe.screen.tsx')),
          page('/document', () => import('./screens/pages/linked-document.screen.tsx')),
          page('/register-customer', () => import('./screens/sign-in/register-customer.screen.tsx')),
          { path: '/auth', loader: () => redirect('/auth/login') },
          page('/auth/login', () => import('./screens/sign-in/login.screen.tsx')),
          page('/auth/second-factor', () => import('./screens/person/second-factor/enrolment.screen.tsx')),
          page('/auth/provider', () => import('./screens/sign-in/provider-sign-in.screen.tsx')),
          page('/auth/register', () => import('./screens/sign-in/register.screen.tsx')),
          page('/auth/password-reset-request', () => import('./screens/sign-in/password-reset-request.screen.tsx')),
          page('/auth/password-reset', () => import('./screens/sign-in/password-reset.screen.tsx')),
          page('/auth/verify-code', () => import('./screens/sign-in/verify-code.screen.tsx')),
          page('*', () => import('./screens/pages/not-found.screen.tsx')),
        ],
      },
      page('/scanning-station', () => import('./screens/pages/scanning-station-host.screen.tsx')),
      {
        id: 'content',
        path: '/dashboard',
        loader: requireSession,
        // The session has its own cache; navigation between screens must not wait for it.
        shouldRevalidate: () => false,
        element: <DashboardLayout />,
        errorElement: <RouteFailure />,
        children: [
          // Present before the manifest is loaded: the parent's path matches by itself, so no further routes are
          // requested for it.
          { index: true, element: <PluginScreen pluginID="core" name="dashboard" /> },
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
];

let arePatched = false;

/**
 * The router of the tab. Screens of core and plugins are added on the first visit of the dashboard, because the
 * manifest lists them.
 */
export function createShellRouter() {
  const router = createBrowserRouter(routes, {
    async patchRoutesOnNavigation({ path, patch }) {
      if (arePatched || !/^\/dashboard(\/|$)/.test(path)) return;
      try {
        const { plugins } = await loadSession(client, queryClient);
        if (arePatched) return;
        arePatched = true;
        patch(
          'content',
          plugins.flatMap((plugin) =>
            plugin.screens
              .filter(({ path: own }) => own.startsWith('/dashboard/'))
              .flatMap((screen) => [
                {
                  id: `${plugin.id}/${screen.name}`,
                  path: screen.path,
                  element: <PluginScreen key={screen.name} pluginID={plugin.id} name={screen.name} />,
                },
                ...(screen.alsoAt ?? []).map((other) => ({ path: other, element: <LeadTo path={screen.path} /> })),
              ]),
          ),
        );
      } catch (error) {
        // The loader of the dashboard gets the same refusal and handles it.
        if (!(error instanceof ApiError)) throw error;
      }
    },
  });
  whenSignedOut(() => {
    queryClient.clear();
    // The browser's address, which includes the account; the router's location does not.
    const { pathname, search } = location;
    if (pathname.startsWith('/dashboard')) void router.navigate(loginPathFor(pathname + search));
  });
  return router;
}
