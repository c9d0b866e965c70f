// Needs the focus of dialogs and keys: Ctrl+S saves forms, and errors appear beside their fields.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAnswer, withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';
import { listCustomers } from '../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (email: string, work: (page: Page) => Promise<void>) => withSignedIn(site, email, work);

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

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
      expect(await apiAnswer(page, `${listCustomers.path}?query=E2E`)).toMatchObject({ count: 0 });
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
