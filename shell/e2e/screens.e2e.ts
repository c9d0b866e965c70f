import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryOf } from '../../core/kernel/installation.ts';
import { expectNoAxeViolations, launchBrowser, screenshot } from '../../core/testing/browser.ts';
import { platformPlugins } from '../../core/testing/platform-plugins.ts';
import { signIn } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

// Every screen that a plugin or the kernel declares, without a list of ours.
const registry = registryOf((await platformPlugins()).map((definition) => ({ definition })));
const screens = registry.screens;

let browser: Browser;
let site: TestSite;
let staff: { context: BrowserContext; page: Page };
let operator: { context: BrowserContext; page: Page };
const trouble: string[] = [];

async function openAs(email: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 1360, height: 860 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(message.text());
  });
  await signIn(page, email);
  return { context, page };
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
  await page.waitForLoadState('networkidle');
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
}

/** The address of a screen; where it is of one record, that of the first record its list links to. */
async function addressOf(page: Page, path: string): Promise<string | undefined> {
  const [parent] = path.split('/:');
  if (parent === undefined || parent === path) return path;
  await page.goto(parent);
  await settled(page);
  const links = await page
    .locator('main a[href]')
    .evaluateAll((anchors) => anchors.map((anchor) => anchor.getAttribute('href') ?? ''));
  // A screen of a part of a record (`.../:orderID/edit`) is the record's address and the rest.
  const [, record = '', rest = ''] = /^(.*\/:\w+)(.*)$/.exec(path) ?? [];
  const shape = new RegExp(`^${record.replaceAll(/:\w+/g, '[^/?#]+')}(?=$|[?#])`);
  const found = links.find((href) => shape.test(href) && !href.endsWith('/create'));
  return found && `${shape.exec(found)?.[0]}${rest}`;
}

describe.each(screens.map((screen) => [screen.name, screen] as const))('screen %s', (name, screen) => {
  it('opens, has a heading, breaks nothing and passes axe in both schemes', async (context) => {
    const { page } = screen.operator ? operator : staff;
    const address = await addressOf(page, screen.path);
    if (address === undefined) return context.skip(`The list of ${screen.path} links to no record of the demo`);
    trouble.length = 0;
    await page.goto(address);
    await settled(page);
    expect(await page.locator('main h1').first().innerText()).toMatch(/\S/);
    expect(await page.getByText(/could not be loaded|Something went wrong|You need the right/i).count()).toBe(0);
    await screenshot(page, `screen-${name}`);
    expect(trouble).toEqual([]);
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await screenshot(page, `screen-${name}-dark`);
    await page.emulateMedia({ colorScheme: 'light' });
  });
});
