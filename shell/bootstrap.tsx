import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import { ApiProvider, UiProvider } from '@millwright/core/browser';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ConfirmCalls } from './layout/confirm-calls.tsx';
import { providedModules } from './remotes/provide.ts';
import { createShellRouter } from './router.tsx';
import { client, queryClient, renewSession } from './session/api.ts';
import { printInLightColors } from './session/paper-colors.ts';
import { renewBeforeLinks } from './session/renew-before-links.ts';

// The bundler's variable for the nonce; libraries that create style elements read it too.
declare let __webpack_nonce__: string | undefined;

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
if (nonce) __webpack_nonce__ = nonce;
// Keeps the imports of provide.ts in the bundle; the list of libraries helps when a plugin asks for a missing one.
Object.assign(globalThis, { millwright: { provides: Object.keys(providedModules) } });

printInLightColors();
renewBeforeLinks(renewSession);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root');
createRoot(root).render(
  <UiProvider {...(nonce ? { nonce } : {})}>
    <ConfirmCalls />
    <ApiProvider client={client} queryClient={queryClient}>
      <RouterProvider router={createShellRouter()} />
    </ApiProvider>
  </UiProvider>,
);
