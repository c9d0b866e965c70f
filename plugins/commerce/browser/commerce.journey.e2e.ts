import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAnswer, withSignedIn } from '../../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/test-site.ts';
import {
  type Customer,
  listAccountGroups,
  listCustomers,
  listPaymentTerms,
  listShippingTerms,
} from '../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (email: string, work: (page: Page) => Promise<void>) => withSignedIn(site, email, work);

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

describe('the screens of customers, groups, carriers and terms', () => {
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
      expect(await apiAnswer(page, `${listCustomers.path}?query=E2E`)).toMatchObject({ count: 0 });
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

describe('short reference forms', () => {
  it('make, change and delete a customer group', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/customer-groups/create');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Name is required').first().waitFor();
      await page.getByRole('textbox', { name: /^Name/ }).fill('E2E group');
      await page.getByLabel('Kind').first().click();
      await page.getByRole('option', { name: 'Price group' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: 'E2E group' }).click();
      await page.getByRole('heading', { level: 2, name: 'Price group' }).waitFor();
      await page.getByLabel('Freight exempt').check({ force: true });
      await page.getByRole('button', { name: 'Save' }).click();
      await title(page, 'Customer groups').waitFor();
      expect(await apiAnswer(page, `${listAccountGroups.path}?query=E2E`)).toMatchObject({
        items: [{ name: 'E2E group', typeCode: 'price_group', isFreightExempt: true, version: 2 }],
      });
      await page.getByRole('link', { name: 'E2E group' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: 'Delete customer group' }).click();
      await title(page, 'Customer groups').waitFor();
      expect(await apiAnswer(page, `${listAccountGroups.path}?query=E2E`)).toMatchObject({ count: 0 });
    }));

  it('make and change terms of shipping and payment; one in use is not deleted', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/shipping-terms/create');
      await page.getByRole('textbox', { name: /^Name/ }).fill('E2E flat');
      await page.getByLabel('Flat rate').fill('12.5');
      await page.keyboard.press('Control+s');
      await page.getByRole('link', { name: 'E2E flat' }).click();
      await page.getByLabel('Free from order value').fill('500');
      await page.keyboard.press('Control+s');
      await title(page, 'Shipping terms').waitFor();
      expect(await apiAnswer(page, `${listShippingTerms.path}?query=E2E`)).toMatchObject({
        items: [{ name: 'E2E flat', flatRate: 12.5, minimumOrderValue: 500 }],
      });

      const { items } = await apiAnswer<{ items: { id: string }[] }>(page, `${listCustomers.path}?sortBy=number`);
      const { defaultPaymentTerm: used } = await apiAnswer<Customer>(page, `${listCustomers.path}/${items[0]?.id}`);
      await page.goto(`/dashboard/payment-terms/${used?.id}`);
      await title(page, used?.name ?? '').waitFor();
      await page.getByRole('textbox', { name: /^Name/ }).fill('E2E term');
      await page.keyboard.press('Control+s');
      await page.getByRole('link', { name: 'E2E term' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('button', { name: 'Delete payment term' }).click();
      await page
        .getByText(/^E2E term is used by/)
        .first()
        .waitFor();
      await title(page, 'E2E term').waitFor();
      expect(await apiAnswer(page, `${listPaymentTerms.path}?query=E2E`)).toMatchObject({ count: 1 });
    }));
});
