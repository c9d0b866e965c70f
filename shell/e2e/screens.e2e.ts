// Needs a browser for the layout and colors of every screen, and for its requests, rendering and console errors.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryOf } from '../../core/boot/installation.ts';
import { pageSizes } from '../../core/browser/ui/list/state/list-state.ts';
import {
  expectNoAxeViolations,
  type OpenPage,
  openPage,
  screenLoaded,
  screenshot,
} from '../../core/testing/browser/browser.ts';
import { signInAs } from '../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/browser/test-site.ts';
import { platformPlugins } from '../../core/testing/kernel/platform-plugins.ts';
import { chosen } from '../../core/testing/plan/choice.ts';

// All screens that plugins and the kernel declare, so that no list has to be kept here.
const { screens } = registryOf((await platformPlugins()).map((definition) => ({ definition })));
type Screen = (typeof screens)[number];

/** Files of the screens of a plugin or of the shell by screen name, from its index file. */
function filesIn(table: string): Map<string, string> {
  const root = resolve(import.meta.dirname, '../..');
  const bound = readFileSync(join(root, table), 'utf8').matchAll(
    /'?([\w-]+)'?: \(\) =>\s+import\(\s*'\.\/([\w./-]+\.screen\.tsx)'/g,
  );
  return new Map([...bound].map(([, name = '', path = '']) => [name, join(table, '..', path)]));
}
const tables = new Map<string, Map<string, string>>();
function fileOf({ name, pluginID }: Screen): string {
  const table = pluginID === 'core' ? 'shell/shell-screens.ts' : `plugins/${pluginID}/browser/index.tsx`;
  const files = tables.get(table) ?? filesIn(table);
  tables.set(table, files);
  const file = files.get(name);
  if (!file) throw new Error(`${table} binds no file to the screen ${name}`);
  return file;
}

/** A tab of a signed-in person. */
interface Tab extends OpenPage {
  /** The plugin whose screens the tab has loaded by address; undefined forces a page load for the next screen. */
  pluginID: string | undefined;
  /** Whether axe has checked the menu. */
  isMenuKnown: boolean;
}

let site: TestSite;
const tabs = new Map<string, Promise<Tab>>();

/** The menu, which is the same on every screen. */
const menu = ['nav[aria-label="Main"]'];

async function openAs(email: string): Promise<Tab> {
  const open = await openPage({ baseURL: site.url });
  await signInAs(open.page, email);
  return { ...open, pluginID: undefined, isMenuKnown: false };
}

/** The tab of the person that a screen is for. */
function tabOf({ operator, portal }: Pick<Screen, 'operator' | 'portal'>): Promise<Tab> {
  const email = `${operator ? 'operator' : portal ? 'customer' : 'admin'}@demo.test`;
  const tab = tabs.get(email) ?? openAs(email);
  tabs.set(email, tab);
  return tab;
}

/** Waits until the screen has loaded: no skeleton, no progress bar. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await screenLoaded(page);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/**
 * Opens an address and waits until its screen is complete: the first screen of a plugin by loading the page, the others
 * by navigation inside the app. After a failure the page is loaded again, so that one screen's failure does not affect
 * the next.
 */
async function visit(tab: Tab, address: string, pluginID: string | undefined): Promise<void> {
  const { page } = tab;
  // Rows of a list are alike and axe is slow, so the smallest page size is used.
  const to = `${address}${address.includes('?') ? '&' : '?'}take=${Math.min(...pageSizes)}`;
  // Navigating to the present address renders nothing.
  const isLoaded = pluginID !== undefined && tab.pluginID === pluginID && !page.url().endsWith(to);
  tab.pluginID = undefined;
  if (isLoaded) {
    await page.evaluate((next) => {
      for (const heading of document.querySelectorAll('main h1')) heading.setAttribute('data-of-last-screen', '');
      history.pushState(null, '', next);
      dispatchEvent(new PopStateEvent('popstate'));
    }, to);
    await page.locator('main h1:not([data-of-last-screen])').first().waitFor();
  } else await page.goto(to);
  await settled(page);
}

/** Links on the opened screens, by path. */
const linksOf = new Map<string, string[]>();
const keepLinks = async (page: Page, path: string): Promise<string[]> => {
  const links = await page
    .locator('main a[href]')
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''));
  linksOf.set(path, links);
  return links;
};

/** Links on a list; records without a list of their own are linked from a record of the parent list. */
async function linksAt(tab: Tab, parent: string): Promise<string[]> {
  const known = linksOf.get(parent);
  if (known) return known;
  const above = parent.slice(0, parent.lastIndexOf('/'));
  const list = screens.find(({ path }) => path === parent);
  const owner = list
    ? undefined
    : screens.find(({ path }) => /^\/:\w+$/.test(path.slice(above.length)) && path.startsWith(`${above}/:`));
  const address = (owner && (await addressOf(tab, owner.path))) ?? parent;
  const { pluginID } = owner ?? list ?? {};
  await visit(tab, address, pluginID);
  tab.pluginID = pluginID;
  return keepLinks(tab.page, parent);
}

/** Whether a link leads to a screen with a fixed path, such as the form for a new record. */
const isOfScreen = (href: string): boolean => screens.some(({ path }) => path === href.split(/[?#]/)[0]);

/** The address of a screen; for a record's screen that of the first record in its list. */
async function addressOf(tab: Tab, path: string): Promise<string | undefined> {
  const [parent] = path.split('/:');
  if (parent === undefined || parent === path) return path;
  const links = await linksAt(tab, parent);
  // A screen of a part of a record (`.../:orderID/edit`) is the record's address plus the rest.
  const [, record = '', rest = ''] = /^(.*\/:\w+)(.*)$/.exec(path) ?? [];
  const shape = new RegExp(`^${record.replaceAll(/:\w+/g, '[^/?#]+')}(?=$|[?#])`);
  const found =
    links.find((href) => shape.test(href) && !isOfScreen(href)) ??
    // Imports are change sets; the same list is used for the import screen.
    (parent === '/dashboard/change-sets'
      ? links.find((href) => /^\/dashboard\/imports\/chs_/.test(href))?.replace('/imports/', '/change-sets/')
      : undefined);
  return found && `${shape.exec(found)?.[0]}${rest}`;
}

/**
 * Unreadable headings in the CSV exports of the lists on the page, such as `customer.name`, and cells that are not
 * text.
 */
async function oddInExports(page: Page): Promise<string[]> {
  const odd: string[] = [];
  for (const link of await page.getByRole('link', { name: 'Export as CSV' }).all()) {
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(await download.failure()).toBeNull();
    const text = await readFile(await download.path(), 'utf8');
    // An answer without a byte order mark is no CSV of a list: a refusal, for example.
    expect(text.slice(0, 1)).toBe('\u{feff}');
    const [head = '', ...rows] = text.slice(1).split('\r\n');
    const headings = head === '' ? [] : head.split(',');
    odd.push(
      ...headings.filter(
        (heading, at) =>
          !/^\p{Lu}[^.=]*$/u.test(heading) || /\p{Ll}\p{Lu}/u.test(heading) || headings.indexOf(heading) < at,
      ),
    );
    odd.push(...rows.filter((row) => row.includes('{""')).slice(0, 1));
  }
  return odd;
}

/** Opens a screen and checks everything about it. */
async function examine(tab: Tab, { name, path, pluginID }: Screen, address: string): Promise<void> {
  const { page, trouble } = tab;
  trouble.errors.length = 0;
  trouble.console.length = 0;
  await visit(tab, address, pluginID);
  if (address === path) await keepLinks(page, address);
  expect(await page.locator('main h1').first().innerText()).toMatch(/\S/);
  expect(await oddInExports(page)).toEqual([]);
  expect(await page.getByText(/could not be loaded|Something went wrong|You need the right/i).count()).toBe(0);
  await screenshot(page, `screen-${name}`);
  expect(trouble).toEqual({ errors: [], console: [] });
  await expectNoAxeViolations(page, { exclude: tab.isMenuKnown ? menu : [] });
  tab.isMenuKnown = true;
  await showLight(page);
  tab.pluginID = pluginID;
}

/** Screens of the shell outside the dashboard. */
const publicScreens = [
  ['/', 'dashboard/home'],
  ['/contact', 'pages/contact'],
  ['/401', 'sign-in/sign-in-needed'],
  ['/404', 'pages/not-found'],
  ['/500', 'pages/server-error'],
  ['/auth', 'sign-in/login'],
  ['/auth/register', 'sign-in/register'],
  ['/auth/password-reset-request', 'sign-in/password-reset-request'],
  ['/auth/password-reset', 'sign-in/password-reset'],
  ['/auth/password-reset?token=abc', 'sign-in/password-reset'],
  ['/auth/verify-code', 'sign-in/verify-code'],
] as const;

/** Axe leaves the page in dark mode; the next screen has to begin in light mode. */
async function showLight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html').evaluate((html) => html.setAttribute('data-mantine-color-scheme', 'light'));
}

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(async () => {
  for (const tab of tabs.values()) await (await tab).context.close();
  await site?.close();
});

const cases = chosen('screens', screens, fileOf).map((screen) => [screen.name, screen] as const);
describe.each(cases)('screen %s', (_, screen) => {
  it('opens, has a heading, breaks nothing and passes axe in both schemes', async (context) => {
    const tab = await tabOf(screen);
    const address = await addressOf(tab, screen.path);
    if (address === undefined) return context.skip(`The list of ${screen.path} links to no record of the demo`);
    await examine(tab, screen, address);
  });
});

it.each(chosen('screens', publicScreens, ([, file]) => `shell/screens/${file}.screen.tsx`))(
  '%s has no error and passes axe in both schemes',
  async (path) => {
    const tab = await tabOf({});
    const { page, trouble } = tab;
    trouble.errors.length = 0;
    trouble.console.length = 0;
    tab.pluginID = undefined;
    await page.goto(path);
    await page.locator('h1, [role=status] p').first().waitFor();
    await screenLoaded(page);
    await screenshot(page, `shell ${path}`);
    expect(trouble).toEqual({ errors: [], console: [] });
    await expectNoAxeViolations(page);
    await showLight(page);
  },
);
