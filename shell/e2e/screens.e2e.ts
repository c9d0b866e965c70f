import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryOf } from '../../core/kernel/installation.ts';
import {
  expectNoAxeViolations,
  launchBrowser,
  type OpenPage,
  openPage,
  screenshot,
  untilLoaded,
} from '../../core/testing/browser.ts';
import { platformPlugins } from '../../core/testing/platform-plugins.ts';
import { signIn } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

// Every screen that a plugin or the kernel declares, without a list of ours.
const registry = registryOf((await platformPlugins()).map((definition) => ({ definition })));
const screens = registry.screens;

let browser: Browser;
let site: TestSite;
let staff: OpenPage;
let operator: OpenPage;

async function openAs(email: string): Promise<OpenPage> {
  const open = await openPage(browser, { baseURL: site.url });
  await signIn(open.page, email);
  return open;
}

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), openTestSite()]);
  staff = await openAs('admin@demo.test');
  operator = await openAs('operator@demo.test');
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Waits until the screen shows what it has: no skeleton, no progress bar. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await untilLoaded(page);
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
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

/** The address of a screen; where it is of one record, that of the first record its list links to. */
async function addressOf(page: Page, path: string): Promise<string | undefined> {
  const [parent] = path.split('/:');
  if (parent === undefined || parent === path) return path;
  let links = linksOf.get(parent);
  if (!links) {
    await page.goto(parent);
    await settled(page);
    links = await keepLinks(page, parent);
  }
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

describe.each(screens.map((screen) => [screen.name, screen] as const))('screen %s', (name, screen) => {
  it('opens, has a heading, breaks nothing and passes axe in both schemes', async (context) => {
    const { page, trouble } = screen.operator ? operator : staff;
    const address = await addressOf(page, screen.path);
    if (address === undefined) return context.skip(`The list of ${screen.path} links to no record of the demo`);
    trouble.errors.length = 0;
    trouble.console.length = 0;
    await page.goto(address);
    await settled(page);
    if (address === screen.path) await keepLinks(page, address);
    expect(await page.locator('main h1').first().innerText()).toMatch(/\S/);
    expect(await page.getByText(/could not be loaded|Something went wrong|You need the right/i).count()).toBe(0);
    await screenshot(page, `screen-${name}`);
    expect(trouble).toEqual({ errors: [], console: [] });
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await screenshot(page, `screen-${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  });
});
