import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryOf } from '../../core/boot/installation.ts';
import { pageSizes } from '../../core/browser/ui/list/list-state.ts';
import {
  expectNoAxeViolations,
  launchBrowser,
  type OpenPage,
  openPage,
  screenLoaded,
  screenshot,
} from '../../core/testing/browser.ts';
import { platformPlugins } from '../../core/testing/platform-plugins.ts';
import { signInAs } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

// Every screen that a plugin or the kernel declares, without a list of ours.
const registry = registryOf((await platformPlugins()).map((definition) => ({ definition })));
const screens = registry.screens;
type Screen = (typeof screens)[number];

/** A tab of somebody who is signed in. */
interface Tab extends OpenPage {
  /** Whose screens it has loaded by their address; undefined where the next one has to be. */
  pluginID: string | undefined;
}

let browser: Browser;
let site: TestSite;
let staff: Tab;
let operator: Tab;
let customer: Tab;

async function openAs(email: string): Promise<Tab> {
  const open = await openPage(browser, { baseURL: site.url });
  await signInAs(open.page, email);
  return { ...open, pluginID: undefined };
}

/** Waits until the screen shows what it has: no skeleton, no progress bar. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await screenLoaded(page);
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
}

/**
 * Opens an address and waits until its screen is whole: the first of a plugin by loading the page, the others inside
 * the app, as
 * its links do. After a failure the page is loaded again, so that no screen pays for another one.
 */
async function visit(tab: Tab, address: string, pluginID: string): Promise<void> {
  const { page } = tab;
  // The rows of a list are alike, and axe looks at each twice: the smallest page the footer offers will do.
  const to = `${address}${address.includes('?') ? '&' : '?'}take=${Math.min(...pageSizes)}`;
  const isLoaded = tab.pluginID === pluginID;
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

const isScreen = (path: string): boolean => screens.some((screen) => screen.path === path);

/** What a list links to; records that have no list of their own are listed by a record of the list above. */
async function linksAt(tab: Tab, parent: string): Promise<string[]> {
  const known = linksOf.get(parent);
  if (known) return known;
  const above = parent.slice(0, parent.lastIndexOf('/'));
  const owner = isScreen(parent)
    ? undefined
    : screens.find(({ path }) => /^\/:\w+$/.test(path.slice(above.length)) && path.startsWith(`${above}/:`));
  await tab.page.goto((owner && (await addressOf(tab, owner.path))) ?? parent);
  await settled(tab.page);
  return keepLinks(tab.page, parent);
}

/** The address of a screen; where it is of one record, that of the first record its list links to. */
async function addressOf(tab: Tab, path: string): Promise<string | undefined> {
  const [parent] = path.split('/:');
  if (parent === undefined || parent === path) return path;
  const links = await linksAt(tab, parent);
  // A screen of a part of a record (`.../:orderID/edit`) is the record's address and the rest.
  const [, record = '', rest = ''] = /^(.*\/:\w+)(.*)$/.exec(path) ?? [];
  const shape = new RegExp(`^${record.replaceAll(/:\w+/g, '[^/?#]+')}(?=$|[?#])`);
  const found =
    links.find((href) => shape.test(href) && !href.endsWith('/create')) ??
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
  await expectNoAxeViolations(page);
  await showLight(page);
  tab.pluginID = pluginID;
}

/** One test for each of these screens, in a site of their own. */
export function examineScreens(which: (screen: Screen) => boolean): void {
  beforeAll(async () => {
    linksOf.clear();
    [browser, site] = await Promise.all([launchBrowser(), openTestSite()]);
    staff = await openAs('admin@demo.test');
    operator = await openAs('operator@demo.test');
    customer = await openAs('customer@demo.test');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  describe.each(screens.filter(which).map((screen) => [screen.name, screen] as const))('screen %s', (_, screen) => {
    it('opens, has a heading, breaks nothing and passes axe in both schemes', async (context) => {
      const tab = screen.operator ? operator : screen.portal ? customer : staff;
      const address = await addressOf(tab, screen.path);
      if (address === undefined) return context.skip(`The list of ${screen.path} links to no record of the demo`);
      await examine(tab, screen, address);
    });
  });
}

/** Axe leaves the page dark; the next screen begins in the scheme that it has by itself. */
async function showLight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('html').evaluate((html) => html.setAttribute('data-mantine-color-scheme', 'light'));
}
