import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { NuqsAdapter } from 'nuqs/adapters/react';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { listImportTypes } from '../../../contracts/work/import.contract.ts';
import { ApiProvider, createBrowserClient, createQueryClient } from '../../api/api-provider.tsx';
import { endpointKey } from '../../api/use-endpoint.ts';
import { loadComponent } from '../../screens/define-screens.ts';
import { SessionProvider, type SessionState } from '../../screens/session.tsx';
import { ConfirmProvider } from '../feedback/confirm-dialog.tsx';

const root = resolve(import.meta.dirname, '../../../..');
/** All pages that are a list; the lists within a record's page need a record. */
const screens = globSync('{plugins/*/browser,shell/screens,templates/*/browser}/**/*.screen.tsx', { cwd: root })
  .filter((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return /<(?:Record)?ListScreen\b/.test(source) && !/<RecordScreen\b/.test(source);
  })
  .toSorted();

const state: SessionState = {
  user: { id: 'usr_1', email: 'admin@demo.test', name: 'Admin' },
  account: {
    id: 'acc_1',
    name: 'Northfield',
    slug: 'northfield',
    role: 'Admin',
    currency: 'USD',
    timeZone: 'America/New_York',
    locale: 'en-US',
  },
  availableAccounts: [],
  permissions: [],
  screens: [],
  imports: [],
};

/** The list of imports is drawn once the kinds of import are known. */
const known = createQueryClient();
known.setQueryData(endpointKey(listImportTypes, {}), { items: [{ name: 'customers', title: 'Customers' }] });

const framed = (content: ReactNode): ReactNode =>
  createElement(
    MemoryRouter,
    // Material needs choose a view of their own where the address has none.
    { initialEntries: ['/?view=all'] },
    createElement(
      NuqsAdapter,
      null,
      createElement(
        MantineProvider,
        null,
        createElement(
          ConfirmProvider,
          null,
          createElement(
            ApiProvider,
            { client: createBrowserClient({}), queryClient: known, children: null },
            createElement(SessionProvider, { state, onSwitchAccount() {}, onSignOut() {}, children: content }),
          ),
        ),
      ),
    ),
  );

it.each(screens)('%s names columns and filters that its endpoint has', async (file) => {
  const Screen = await loadComponent(() => import(/* @vite-ignore */ join(root, file)));
  // The table is loaded late, so the page is complete only after a wait.
  const { prelude } = await prerender(framed(createElement(Screen as ComponentType)));
  const page = await new Response(prelude).text();
  const headings = [...page.matchAll(/data-column="(\w+)"/g)].map(([, id]) => id);
  expect(headings.length).toBeGreaterThan(0);
});
