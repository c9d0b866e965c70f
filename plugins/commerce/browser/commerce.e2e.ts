import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSite, demoPassword, type Listening, listen, loadDemo, stopListening } from '@millwright/core/kernel';
import { bootTestKernel, type TestKernel } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { type Configuration, rspack } from '@rspack/core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, launchBrowser, screenshot, withPage } from '../../../core/testing/browser.ts';
import { remoteConfig, shellConfig } from '../../../rspack.config.ts';
import {
  commerceScreens,
  listAccountGroups,
  listCarriers,
  listCustomers,
  listPaymentTerms,
  listShippingTerms,
} from '../contracts/index.ts';
import commerce from '../server/plugin.ts';

const folder = mkdtempSync(join(tmpdir(), 'millwright-commerce-'));
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
    kernel = await bootTestKernel({ plugins: [inventory, commerce] });
    await loadDemo(kernel);
  };
  const plugin = { id: 'commerce', folder: join(import.meta.dirname, '..'), version: '0.1.0', cache: false } as const;
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

type Listed = { items: { id: string }[] };
const idOf = async (page: Page, path: string): Promise<string> => {
  const answer = await page.evaluate(async (url): Promise<Listed> => (await fetch(url)).json(), `/api${path}`);
  return answer.items[0]?.id ?? '';
};
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('the screens of customers, groups, carriers and terms', () => {
  it('are all there, without a fault for axe', () =>
    signedIn('admin@demo.test', async (page) => {
      const ids: Record<string, string> = {
        customerID: await idOf(page, `${listCustomers.path}?sortBy=number`),
        accountGroupID: await idOf(page, listAccountGroups.path),
        carrierID: await idOf(page, `${listCarriers.path}?code=ups`),
        paymentTermID: await idOf(page, listPaymentTerms.path),
        shippingTermID: await idOf(page, listShippingTerms.path),
      };
      for (const { name, path } of commerceScreens.filter((screen) => !screen.name.startsWith('sales-order'))) {
        await page.goto(path.replaceAll(/:(\w+)/g, (_, parameter: string) => ids[parameter] ?? ''));
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        await screenshot(page, `commerce-${name}`);
        // What surrounds the screen is the shell's and has tests of its own.
        await expectNoAxeViolations(page, { exclude: ['div:has(> #main) > :not(#main)', '.mantine-Spotlight-root'] });
      }
    }));

  it('say what is not there and what is not allowed', () =>
    signedIn('scanner@demo.test', async (page) => {
      await page.goto('/dashboard/customers');
      await page.getByText('Your role does not include this').waitFor();
    }));
});

describe('a customer', () => {
  it('is created, changed, gets an address and is deleted', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/customers/create');
      await page.getByRole('textbox', { name: /^Name/ }).fill('E2E Works');
      await page.getByLabel('Email').first().fill('nobody');
      await page.getByLabel('Address name').first().fill('Main dock');
      await page.getByLabel('City').first().fill('Duluth');
      await page.keyboard.press('Control+s');
      await page.getByText('Must be a valid email').first().waitFor();
      await page.getByLabel('Email').first().fill('desk@e2e.test');
      await page.getByLabel('Carrier', { exact: true }).first().click();
      await page.getByRole('option', { name: /^UPS/ }).click();
      await page.getByLabel('Carrier option').first().click();
      await page.getByRole('option', { name: 'Ground', exact: true }).click();
      await page.getByRole('button', { name: 'Same as bill to' }).click();
      await page.keyboard.press('Control+s');
      await title(page, 'E2E Works').waitFor();
      await page.getByText('UPS Ground').first().waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Status').first().click();
      await page.getByRole('option', { name: 'Hold shipment' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Hold shipment').first().waitFor();

      await page.getByRole('tab', { name: 'Addresses' }).click();
      await page.getByRole('button', { name: 'Add address' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Address name').fill('Store');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Remove Store' }).waitFor();

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete customer' }).click();
      await title(page, 'Customers').waitFor();
      expect(await idOf(page, `${listCustomers.path}?query=E2E`)).toBe('');
    }));

  it('is found by its filters, or nothing is', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/customers?statusCodes=hold_all&statusCodes=hold_shipment');
      await page.getByText('Hold shipment', { exact: true }).first().waitFor();
      expect(await page.getByRole('row').filter({ hasText: 'Preferred' }).count()).toBe(0);
      await page.goto('/dashboard/customers?city=nowhere');
      await page.getByText('Nothing matches').waitFor();
    }));
});

describe('a carrier', () => {
  it('shows where a tracking number leads as it is typed', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/carriers/create');
      await page.getByLabel('Tracking address').fill('https://van.test/{trackingNumber}');
      await page.getByRole('link', { name: 'https://van.test/1Z999AA10123456784' }).waitFor();
      await page.getByRole('textbox', { name: /^Name/ }).fill('E2E van');
      await page.keyboard.press('Control+s');
      await title(page, 'E2E van').waitFor();
      await page.getByRole('button', { name: 'Add option' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: /^Name/ }).fill('Morning');
      await dialog.getByRole('textbox', { name: /^Code/ }).fill('AM');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Edit Morning' }).waitFor();
    }));
});
