// Needs federation, the policy of the page, keys and layout.
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ManifestPlugin } from '../../core/contracts/plugins/manifest.contract.ts';
import {
  expectNoAxeViolations,
  pressAtOnce,
  screenLoaded,
  screenshot,
  withPage,
  withWarmPage,
} from '../../core/testing/browser/browser.ts';
import { openThrowawaySite, type ThrowawaySite } from './throwaway-site.ts';

let site: ThrowawaySite;

beforeAll(async () => {
  site = await openThrowawaySite();
});
afterAll(() => site?.close());

const core: ManifestPlugin = {
  id: 'core',
  name: 'core',
  title: 'Kernel',
  entry: null,
  integrity: null,
  slots: ['dashboard.cards'],
  fills: [],
  screens: [
    {
      name: 'dashboard',
      path: '/dashboard',
      title: 'Dashboard',
      needs: [],
      isAllowed: true,
      nav: { section: 'Home', order: 0, icon: 'dashboard', shortcut: 'g h' },
    },
    { name: 'account', path: '/dashboard/account', title: 'Account', needs: ['account:read'], isAllowed: false },
  ],
};

function plugin(id: string, parts: Partial<ManifestPlugin> = {}): ManifestPlugin {
  return {
    id,
    name: id.replaceAll('-', '_'),
    title: `The ${id} plugin`,
    ...site.remote(id),
    slots: [],
    fills: [],
    screens: [
      {
        name: 'hello',
        path: `/dashboard/x/${id}`,
        title: `Hello ${id}`,
        needs: [],
        isAllowed: true,
        nav: { section: 'Samples', order: 1, icon: 'flask', shortcut: `g ${id[0]}` },
      },
    ],
    ...parts,
  };
}

beforeEach(() => {
  site.reset();
  site.plugins = [core, plugin('sample', { fills: ['dashboard.cards'] })];
});

const open = <T>(work: (page: Page, trouble: { errors: string[]; console: string[] }) => Promise<T>) =>
  withWarmPage(site.url, (page, { trouble }) => work(page, trouble));

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('a sound plugin', () => {
  test('is opened from the menu, shares React and the session with the shell, and breaks no policy', async () => {
    await open(async (page, trouble) => {
      await page.goto('/dashboard');
      await page.getByRole('link', { name: 'Hello sample' }).first().click();
      await heading(page, 'Sample').waitFor();
      expect(await page.getByTestId('hello').innerText()).toBe('Hello Northfield Glove');
      expect(await page.getByTestId('hello').evaluate((element) => getComputedStyle(element).color)).toBe(
        'rgb(1, 2, 3)',
      );
      await page.getByRole('button', { name: 'Counted 0' }).click();
      await page.getByRole('button', { name: 'Counted 1' }).waitFor();
      await page.getByRole('button', { name: 'Greet' }).click();
      await page.getByText('Greeted').waitFor();
      expect(await page.title()).toBe('Hello sample · Millwright');
      expect(trouble).toEqual({ errors: [], console: [] });
    });
  });

  test('is reached by its address, and draws its card on the dashboard', async () => {
    await open(async (page, trouble) => {
      await page.goto('/dashboard/x/sample?query=Bob');
      await page.getByText('Hello Bob').waitFor();
      await pressAtOnce(page, 'g', 'h');
      await page.getByText('A card of a plugin').waitFor();
      expect(new URL(page.url()).pathname).toBe('/dashboard');
      expect(trouble).toEqual({ errors: [], console: [] });
    });
  });

  test('is not fetched before it is needed', async () => {
    site.plugins = [core, plugin('sample')];
    await open(async (page) => {
      const fetched: string[] = [];
      page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
      await page.goto('/dashboard');
      await heading(page, /, Ada$/).waitFor();
      expect(fetched.filter((path) => path.startsWith('/plugins/'))).toEqual([]);
    });
  });
});

describe('containment: the shell stays, says which plugin and what to do, and other plugins open afterwards', () => {
  const cases: [id: string, words: RegExp, fault?: 'absent' | 'silent' | 'tampered'][] = [
    ['load-error', /stopped with an error/],
    ['render-error', /stopped with an error/],
    ['wrong-export', /stopped with an error/],
    ['incompatible', /made for another version/],
    ['absent', /could not be fetched/, 'absent'],
    ['tampered', /could not be fetched/, 'tampered'],
    ['silent', /did not arrive in time/, 'silent'],
  ];
  test.each(cases)('%s', async (id, words, fault) => {
    site.plugins = [core, plugin('sample'), plugin(id)];
    if (fault) site.faults.set(id, fault);
    await open(async (page) => {
      if (fault === 'silent') await page.clock.install();
      await Promise.all([
        page.waitForRequest(`**/plugins/${id}/**`),
        page.goto(`/dashboard/x/${id}`, { waitUntil: 'commit' }),
      ]);
      // Advances the clock instead of waiting for the timeout.
      if (fault === 'silent') await page.clock.fastForward('01:00');
      const alert = page.getByRole('alert');
      await alert.getByRole('heading', { name: `The ${id} plugin cannot be shown` }).waitFor();
      expect(await alert.innerText()).toMatch(words);
      expect(await alert.innerText()).not.toContain('secret detail');
      expect(await page.evaluate('globalThis.tampered')).toBeUndefined();
      await page.getByRole('link', { name: 'Hello sample' }).first().click();
      await heading(page, 'Sample').waitFor();
    });
  });

  test('a refused connection', async () => {
    site.plugins = [
      core,
      plugin('sample'),
      plugin('absent', { entry: 'http://127.0.0.1:9/remoteEntry.js', integrity: null }),
    ];
    await open(async (page) => {
      await page.goto('/dashboard/x/absent');
      await page.getByText('could not be fetched').waitFor();
      await page.getByRole('link', { name: 'Hello sample' }).first().click();
      await heading(page, 'Sample').waitFor();
    });
  });

  test('a plugin that was unreachable for a moment works after "Try again"', async () => {
    site.plugins = [core, plugin('absent')];
    site.faults.set('absent', 'absent');
    await open(async (page) => {
      await page.goto('/dashboard/x/absent');
      await page.getByText('could not be fetched').waitFor();
      site.faults.clear();
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading(page, 'Sample').waitFor();
    });
  });

  test('after three failures it is off until the page is loaded again', async () => {
    site.plugins = [core, plugin('render-error')];
    await open(async (page) => {
      await page.goto('/dashboard/x/render-error');
      for (const _ of [1, 2]) await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('switched off until this page is loaded again').waitFor();
      await page.getByRole('button', { name: 'Load the page again' }).click();
      await page.getByText('stopped with an error').waitFor();
    });
  });

  test('a card that fails leaves the dashboard whole', async () => {
    site.plugins = [
      core,
      plugin('sample', { fills: ['dashboard.cards'] }),
      plugin('render-error', { fills: ['dashboard.cards'] }),
    ];
    await open(async (page) => {
      await page.goto('/dashboard');
      await page.getByText('A card of a plugin').waitFor();
      await page
        .getByRole('alert')
        .getByText(/render-error could not be shown/)
        .waitFor();
    });
  });
});

describe('the session', () => {
  test('who is not signed in is led to the login screen and back', async () => {
    site.session = 'signed-out';
    await open(async (page) => {
      await page.goto('/dashboard/x/sample?query=Bob');
      await heading(page, 'Sign in').waitFor();
      await page.getByLabel('Email or username').fill('ada@demo.test');
      await page.getByLabel('Password').fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('The sign-in name or the password is wrong').waitFor();
      await page.getByLabel('Password').fill('millwright-demo');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Hello Bob').waitFor();
    });
  });

  test('an access cookie that has run out is renewed silently, once for all calls', async () => {
    site.session = 'refresh';
    await open(async (page) => {
      await page.goto('/dashboard/x/sample');
      await heading(page, 'Sample').waitFor();
      expect(site.calls.filter((call) => call === 'POST /auth/access-tokens')).toHaveLength(1);
    });
  });

  test('after a refusal person, account and rights are asked for again, once', async () => {
    await open(async (page) => {
      await page.goto('/dashboard/x/sample');
      await heading(page, 'Sample').waitFor();
      site.calls.length = 0;
      const refusal = { message: 'Not allowed', code: 'forbidden', status: 403, requestID: 'req_1', errors: [] };
      await page.route('**/api/v1/search*', (route) => route.fulfill({ status: 403, json: refusal }));
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: /Find an order/ }).fill('1042');
      const again = () => site.calls.filter((call) => /^GET \/v1\/me(\/plugins|\/tenancy)?$/.test(call)).sort();
      await expect.poll(again).toEqual(['GET /v1/me', 'GET /v1/me/plugins', 'GET /v1/me/tenancy']);
    });
  });

  test('signing out ends the session and goes to the login screen', async () => {
    await open(async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: /your menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await heading(page, 'Sign in').waitFor();
      expect(site.calls).toContain('DELETE /auth/refresh-tokens');
    });
  });

  test('signing out holds where the server does not answer, until it does', async () => {
    await open(async (page) => {
      await page.goto('/dashboard');
      await page.route('**/api/auth/refresh-tokens', (route) => route.abort());
      await page.getByRole('button', { name: /your menu/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await heading(page, 'Sign in').waitFor();
      await page.goto('/dashboard/x/sample');
      await heading(page, 'Sign in').waitFor();
      const notice = page.getByText('You have signed out here');
      await notice.waitFor();
      site.calls.length = 0;
      await page.unroute('**/api/auth/refresh-tokens');
      await notice.waitFor({ state: 'detached' });
      expect(site.calls).toEqual(['DELETE /auth/refresh-tokens']);
    });
  });

  test('the account is chosen per tab', async () => {
    await withPage({ baseURL: site.url }, async (page, { context }) => {
      await page.goto('/dashboard/x/sample');
      const other = await context.newPage();
      await other.goto('/dashboard/x/sample');
      await page.getByRole('button', { name: /switch account/ }).click();
      await page.getByRole('menuitem', { name: 'Harbor Supply' }).click();
      await page.getByRole('button', { name: /Harbor Supply.*switch account/ }).waitFor();
      await other.reload();
      await other.getByText('Hello Northfield Glove').waitFor();
      await page.goto('/dashboard/x/sample');
      await page.getByText('Hello Harbor Supply').waitFor();
    });
  });
});

describe('the frame', () => {
  test('Ctrl+K finds records, screens and actions, also from a field, by keyboard alone', async () => {
    await open(async (page, trouble) => {
      await page.goto('/dashboard/x/sample');
      await heading(page, 'Sample').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('textbox', { name: /Find an order/ }).fill('1042');
      await page.getByText('Ace Safety').waitFor();
      await expectNoAxeViolations(page);
      await screenshot(page, 'palette');
      await page.getByRole('textbox', { name: /Find an order/ }).fill('greet');
      await page.getByText('Greet everybody').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText('Hello everybody').waitFor();
      expect(trouble).toEqual({ errors: [], console: [] });
    });
  });

  test('what is typed right after Ctrl+K is searched for, however late the palette comes', async () => {
    await open(async (page) => {
      await page.goto('/dashboard/x/sample');
      await heading(page, 'Sample').waitFor();
      const { promise: isTyped, resolve: comes } = Promise.withResolvers<void>();
      await page.route(/\.js$/, async (route) => {
        await isTyped;
        await route.continue();
      });
      await page.keyboard.press('Control+k');
      await page.keyboard.type('grex');
      await page.keyboard.press('Backspace');
      comes();
      await page.keyboard.type('et every');
      await page.getByText('Greet everybody').waitFor();
      expect(await page.getByRole('textbox', { name: /Find an order/ }).inputValue()).toBe('greet every');
      await page.keyboard.press('Enter');
      await page.getByText('Hello everybody').waitFor();
    });
  });

  test('dark colours are kept for the person, before the first paint too, and not on paper', async () => {
    await open(async (page) => {
      await page.goto('/dashboard');
      await page.getByRole('button', { name: /your menu/ }).click();
      await page.getByRole('menuitem', { name: 'Dark colours' }).click();
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
      await page.emulateMedia({ media: 'print' });
      await page.locator('html[data-mantine-color-scheme=light]').waitFor();
      await page.emulateMedia({ media: 'screen' });
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
      await expect.poll(() => site.calls).toContain('PATCH /v1/users/usr_1');
      await page.route('**/assets/**', (route) => route.abort());
      await page.reload({ waitUntil: 'commit' });
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    });
  });

  test('a screen that the role does not include says which right is missing', async () => {
    await open(async (page) => {
      await page.goto('/dashboard/account');
      await page.getByText('Your role does not include this').waitFor();
      await page.getByText('It needs read on account').waitFor();
      await expectNoAxeViolations(page);
    });
  });

  test('unknown addresses have a page of their own, inside and outside the dashboard', async () => {
    await open(async (page) => {
      await page.goto('/dashboard/nowhere');
      await page.getByText('There is no such page').waitFor();
      await page.getByRole('link', { name: 'Hello sample' }).first().waitFor();
      await page.goto('/nowhere');
      await page.getByText('There is no such page').waitFor();
    });
  });

  test('on a narrow screen the menu is behind a button', async () => {
    await withPage({ baseURL: site.url, viewport: { width: 390, height: 800 } }, async (page) => {
      // A screen without links of its own.
      await page.goto('/dashboard/account');
      await page.getByText('Your role does not include this').waitFor();
      expect(await page.getByRole('link', { name: 'Hello sample' }).first().isVisible()).toBe(false);
      await page.getByRole('button', { name: 'Open the menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Hello sample' }).first().waitFor();
      await expectNoAxeViolations(page);
      await screenshot(page, 'menu-narrow');
      await page.getByRole('dialog').getByRole('link', { name: 'Hello sample' }).first().click();
      await heading(page, 'Sample').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });
  });

  test('the sheet of keys opens by ? and from the menu', async () => {
    await open(async (page) => {
      await page.goto('/dashboard');
      await heading(page, /Ada/).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByText('Find screens, records and actions').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: /your menu/ }).click();
      await page.getByRole('menuitem', { name: 'Keyboard' }).click();
      await page.getByRole('dialog').waitFor();
    });
  });
});

test('no text becomes markup or a script, and scripts come from our own folders alone', () =>
  open(async (page) => {
    await page.goto('/dashboard');
    await page.locator('main h1').first().waitFor();
    const refused = await page.evaluate(() => {
      const isRefused = (write: () => void): boolean => {
        try {
          write();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      };
      const script = (): HTMLScriptElement => document.createElement('script');
      const source = (address: string) => isRefused(() => Object.assign(script(), { src: address }));
      return {
        markup: isRefused(() =>
          Object.assign(document.createElement('div'), { innerHTML: '<img src=x onerror=alert()>' }),
        ),
        inline: isRefused(() => Object.assign(script(), { text: 'globalThis.isBroken = true' })),
        elsewhere: source('https://elsewhere.test/assets/a.js'),
        data: source('data:text/javascript,0'),
        api: source('/api/v1/files/file_1'),
        ours: source('/assets/a.js'),
        remote: source('/plugins/sample/a.js'),
      };
    });
    expect(refused).toEqual({
      markup: true,
      inline: true,
      elsewhere: true,
      data: true,
      api: true,
      ours: false,
      remote: false,
    });
  }));

describe('what a first visit loads', () => {
  test.each(['/auth/login', '/dashboard'])('%s needs at most 450 kB of JavaScript, compressed', async (path) => {
    site.plugins = [core];
    await withPage({ baseURL: site.url }, async (page) => {
      const scripts = new Map<string, Promise<number>>();
      page.on('response', (response) => {
        if (response.url().endsWith('.js'))
          scripts.set(
            response.url(),
            response.body().then((body) => gzipSync(body, { level: 9 }).length),
          );
      });
      await page.goto(path);
      await page.locator('h1').waitFor();
      // The last chunks are requested when the heading is rendered.
      await screenLoaded(page);
      const sizes = await Promise.all(scripts.values());
      const total = sizes.reduce((sum, size) => sum + size, 0);
      expect(total).toBeGreaterThan(100_000);
      expect(total, [...scripts.keys()].join(' ')).toBeLessThanOrEqual(450_000);
    });
  });

  test('a screen of a plugin needs at most 60 kB of its own code', async () => {
    await withPage({ baseURL: site.url }, async (page) => {
      const own: Promise<number>[] = [];
      page.on('response', (response) => {
        if (/\/plugins\/.*\.js$/.test(response.url()))
          own.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
      });
      await page.goto('/dashboard/x/sample');
      await heading(page, 'Sample').waitFor();
      const total = (await Promise.all(own)).reduce((sum, size) => sum + size, 0);
      expect(total).toBeGreaterThan(0);
      expect(total).toBeLessThanOrEqual(60_000);
    });
  });
});
