import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSite, demoPassword, type Listening, listen, loadDemo, stopListening } from '@millwright/core/kernel';
import { bootTestKernel, type TestKernel } from '@millwright/core/testing';
import { type Configuration, rspack } from '@rspack/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, launchBrowser, screenshot, withPage } from '../../../core/testing/browser.ts';
import { remoteConfig, shellConfig } from '../../../rspack.config.ts';
import { inventoryScreens, listProductLines, listProducts, listUnitGroups, listUnits } from '../contracts/index.ts';
import inventory from '../server/plugin.ts';

const folder = mkdtempSync(join(tmpdir(), 'millwright-inventory-'));
let kernel: TestKernel;
let browser: Browser;
let web: Listening;

const build = (configurations: Configuration[]): Promise<void> =>
  new Promise((done, failed) => {
    const compiler = rspack(configurations);
    if (!compiler) return failed(new Error('rspack made no compiler'));
    compiler.run((error, stats) => {
      const fault = error ?? (stats?.hasErrors() ? new Error(stats.toString({ preset: 'errors-only' })) : undefined);
      compiler.close((closing) => ((fault ?? closing) ? failed(fault ?? closing) : done()));
    });
  });

beforeAll(async () => {
  const boot = async () => {
    kernel = await bootTestKernel({ plugins: [inventory] });
    await loadDemo(kernel);
  };
  const plugin = { id: 'inventory', folder: join(import.meta.dirname, '..'), version: '0.1.0', cache: false } as const;
  [browser] = await Promise.all([
    launchBrowser(),
    boot(),
    build([shellConfig(folder, { cache: false }), remoteConfig(folder, plugin)]),
  ]);
  const site = createSite(kernel, { buildDir: folder, production: false });
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  web = await listen(site.fetch, { host: '127.0.0.1', port, setting: 'PORT', wasSet: false });
  kernel.setBaseURL(`http://127.0.0.1:${web.port}`);
});
afterAll(async () => {
  await browser?.close();
  if (web) await stopListening(web, 500);
  await kernel?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A page of somebody who has signed in to northfield. */
const signedIn = (email: string, work: (page: Page) => Promise<void>): Promise<void> =>
  withPage(browser, { baseURL: `http://127.0.0.1:${web.port}` }, async (page, { trouble }) => {
    await page.goto('/auth/login');
    await page.getByRole('textbox', { name: /email/i }).fill(email);
    await page.getByLabel('Password').first().fill(demoPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(/dashboard/);
    await work(page);
    expect(trouble.errors).toEqual([]);
  });

type Listed = { items: { id: string; name?: string }[] };
const idOf = async (page: Page, path: string, name?: string): Promise<string> => {
  const answer = await page.evaluate(async (url): Promise<Listed> => (await fetch(url)).json(), `/api${path}`);
  return (name ? answer.items.find((item) => item.name === name) : answer.items[0])?.id ?? '';
};
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('the screens of the catalogue', () => {
  it('are all there, without a fault for axe in either colour scheme', () =>
    signedIn('admin@demo.test', async (page) => {
      const ids: Record<string, string> = {
        itemID: await idOf(page, `${listProducts.path}?query=WG-CUT-L`),
        productLineID: await idOf(page, listProductLines.path),
        unitID: await idOf(page, `${listUnits.path}?query=ct10ea`),
        unitGroupID: await idOf(page, listUnitGroups.path, 'Pairs'),
      };
      for (const { name, path } of inventoryScreens) {
        await page.goto(path.replaceAll(/:(\w+)/g, (_, parameter: string) => ids[parameter] ?? ''));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await screenshot(page, `inventory-${name}`);
        // What surrounds the screen is the shell's and has tests of its own.
        await expectNoAxeViolations(page, { exclude: ['div:has(> #main) > :not(#main)', '.mantine-Spotlight-root'] });
      }
    }));

  it('say what is not there and what is not allowed', () =>
    signedIn('scanner@demo.test', async (page) => {
      await page.goto('/dashboard/units-of-measure/groups/ugr_01h455vb4pex5vsknk084sn02q');
      await page.getByText('There is no such unit group').waitFor();
      await page.goto('/dashboard/products');
      await page.getByText('Your role does not include this').waitFor();
    }));
});

describe('a product', () => {
  it('is created with the keyboard, changed, refused and deleted', () =>
    signedIn('admin@demo.test', async (page) => {
      const sku = page.getByRole('textbox', { name: 'SKU' });
      await page.goto('/dashboard/products/create');
      await sku.fill('E2E-1');
      await page.getByLabel('Product line').first().click();
      await page.keyboard.type('Work');
      await page.getByRole('option', { name: /Work gloves/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByLabel('Price', { exact: true }).fill('12.5');
      await page.getByLabel('Default unit').first().click();
      await page.getByRole('option', { name: /ct12pr/ }).click();
      await page.keyboard.press('Control+s');
      await title(page, 'E2E-1').waitFor();
      await page.getByText('$12.50 / ct12pr').waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Default unit').first().click();
      await page.getByRole('option', { name: /^pair/ }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('$12.50 / pair').waitFor();
      await page
        .getByText(/changed|updated/)
        .first()
        .waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await sku.fill('FREIGHT');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').getByText('Another record has this value').waitFor();
      await sku.fill('E2E-2');
      await page.getByRole('button', { name: 'Save' }).click();
      await title(page, 'E2E-2').waitFor();

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete product' }).click();
      await title(page, 'Products').waitFor();
      expect(await idOf(page, `${listProducts.path}?query=E2E-2`)).toBe('');
    }));
});

describe('a unit group', () => {
  it('takes a unit by an exact fraction', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto(`/dashboard/units-of-measure/groups/${await idOf(page, listUnitGroups.path, 'Length (metric)')}`);
      await page.getByRole('button', { name: 'Add unit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Unit').first().fill('in');
      await page.getByRole('option', { name: /^in/ }).first().click();
      await dialog.getByLabel('This many').fill('5');
      await dialog.getByLabel('are as much as').fill('127');
      await dialog.getByText('One is exactly 25.4 (127/5)').waitFor();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('5 in = 127 mm').waitFor();
    }));
});
