import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { NuqsAdapter } from 'nuqs/adapters/react';
import { type ComponentType, createElement, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { ApiProvider, createBrowserClient } from '../../api/api-provider.tsx';
import { loadComponent } from '../../screens/define-screens.ts';
import { SessionProvider, type SessionState } from '../../screens/session.tsx';
import { ConfirmProvider } from '../feedback/confirm-dialog.tsx';

const root = resolve(import.meta.dirname, '../../../..');
const screens = globSync('{plugins/*/browser,shell/screens}/**/*-list.screen.tsx', { cwd: root })
  .filter((file) => /<(?:Record)?ListScreen\b/.test(readFileSync(join(root, file), 'utf8')))
  // Imports are listed once their kinds are known, with the columns of change sets.
  .filter((file) => !file.endsWith('import-list.screen.tsx'))
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
            { client: createBrowserClient({}), children: null },
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
