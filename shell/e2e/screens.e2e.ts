// Needs a browser for the layout and colours of every screen, and for what it loads, draws and calls an error.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryOf } from '../../core/boot/installation.ts';
import { pageSizes } from '../../core/browser/ui/list/list-state.ts';
import {
  expectNoAxeViolations,
  type OpenPage,
  openPage,
  screenLoaded,
  screenshot,
} from '../../core/testing/browser.ts';
import { chosen } from '../../core/testing/plan/choice.ts';
import { platformPlugins } from '../../core/testing/platform-plugins.ts';
import { signInAs } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

// Every screen that a plugin or the kernel declares, without a list of ours.
const { screens } = registryOf((await platformPlugins()).map((definition) => ({ definition })));
type Screen = (typeof screens)[number];

/** Files of the screens of a plugin or of the shell by their names, as its table of contents binds them. */
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

/** A tab of somebody who is signed in. */
interface Tab extends OpenPage {
  /** Whose screens it has loaded by their address; undefined where the next one has to be. */
  pluginID: string | undefined;
  /** Whether axe has seen the menu. */
  isMenuKnown: boolean;
}

let site: TestSite;
const tabs = new Map<string, Promise<Tab>>();

/** The menu, the same beside every screen. */
const menu = ['nav[aria-label="Main"]'];

async function openAs(email: string): Promise<Tab> {
  const open = await openPage({ baseURL: site.url });
  await signInAs(open.page, email);
  return { ...open, pluginID: undefined, isMenuKnown: false };
}

/** The tab of whom a screen is for. */
function tabOf({ operator, portal }: Pick<Screen, 'operator' | 'portal'>): Promise<Tab> {
  const email = `${operator ? 'operator' : portal ? 'customer' : 'admin'}@demo.test`;
  const tab = tabs.get(email) ?? openAs(email);
  tabs.set(email, tab);
  return tab;
}

/** Waits until the screen shows what it has: no skeleton, no progress bar. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await screenLoaded(page);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/**
 * Opens an address and waits until its screen is whole: the first of a plugin by loading the page, the others inside
 * the app, as its links do. After a failure the page is loaded again, so that no screen pays for another one.
 */
async function visit(tab: Tab, address: string, pluginID: string | undefined): Promise<void> {
  const { page } = tab;
  // The rows of a list are alike, and axe looks at each twice: the smallest page the footer offers will do.
  const to = `${address}${address.includes('?') ? '&' : '?'}take=${Math.min(...pageSizes)}`;
  // Going where one is already draws nothing anew.
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

/** What the screens that were opened link to, by path. */
const linksOf = new Map<string, string[]>();
const keepLinks = async (page: Page, path: string): Promise<string[]> => {
  const links = await page
    .locator('main a[href]')
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''));
  linksOf.set(path, links);
  return links;
};

/** What a list links to; records that have no list of their own are listed by a record of the list above. */
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

/** Whether a link leads to a screen of its own, such as the form for a new record. */
const isOfScreen = (href: string): boolean => screens.some(({ path }) => path === href.split(/[?#]/)[0]);

/** The address of a screen; where it is of one record, that of the first record its list links to. */
async function addressOf(tab: Tab, path: string): Promise<string | undefined> {
  const [parent] = path.split('/:');
  if (parent === undefined || parent === path) return path;
  const links = await linksAt(tab, parent);
  // A screen of a part of a record (`.../:orderID/edit`) is the record's address and the rest.
  const [, record = '', rest = ''] = /^(.*\/:\w+)(.*)$/.exec(path) ?? [];
  const shape = new RegExp(`^${record.replaceAll(/:\w+/g, '[^/?#]+')}(?=$|[?#])`);
  const found =
    links.find((href) => shape.test(href) && !isOfScreen(href)) ??
    // Imports are change sets; the list links to the screen that shows their file as well.
    (parent === '/dashboard/change-sets'
      ? links.find((href) => /^\/dashboard\/imports\/chs_/.test(href))?.replace('/imports/', '/change-sets/')
      : undefined);
  return found && `${shape.exec(found)?.[0]}${rest}`;
}

/**
 * Headings of the exports of the lists on the page that nobody would write, such as `customer.name`, and cells that are
 * no text.
 */
async function oddInExports(page: Page): Promise<string[]> {
  const odd: string[] = [];
  for (const link of await page.getByRole('link', { name: 'Export as CSV' }).all()) {
    const [isOK, text] = await link.evaluate(async (anchor) => {
      const answer = await fetch((anchor as HTMLAnchorElement).href);
      return [answer.ok, await answer.text()] as const;
    });
    if (!isOK) odd.push(text);
    const [head = '', ...rows] = text.replace('\u{feff}', '').split('\r\n');
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

/** Opens a screen and looks at all that has to be right about it. */
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

/** What the shell shows outside of the dashboard. */
const publicScreens = [
  ['/', 'home'],
  ['/contact', 'contact'],
  ['/401', 'sign-in-needed'],
  ['/404', 'not-found'],
  ['/500', 'server-error'],
  ['/auth', 'login'],
  ['/auth/register', 'register'],
  ['/auth/password-reset-request', 'password-reset-request'],
  ['/auth/password-reset', 'password-reset'],
  ['/auth/password-reset?token=abc', 'password-reset'],
  ['/auth/verify-code', 'verify-code'],
] as const;

/** Axe leaves the page dark; the next screen begins in the scheme that it has by itself. */
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
