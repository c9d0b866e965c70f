// Needs a page that is not reloaded: progress is shown on every screen.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../core/database/tenant-entity-manager.ts';
import { Account } from '../../../core/tenancy/accounts/account.entity.ts';
import { runInAccount } from '../../../core/tenancy/accounts/account-transaction.ts';
import { expectNoAxeViolations } from '../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';
import { rowsOfJob } from '../../../core/testing/kernel/rows-of-job.ts';

let site: TestSite;
let copies: number;

beforeAll(async () => {
  site = await openTestSite();
  copies = rowsOfJob(site.kernel);
});
afterAll(() => site?.close());

/** Copies a customer with orders, with ids and numbers of their own; the copies and the original are on hold. */
async function copyCustomer(): Promise<void> {
  const account = await site.kernel.database.runAsAuth({ accountID: '', readOnly: true }, (em) =>
    em.findOneOrFail(Account, { slug: 'northfield' }),
  );
  await runInAccount(site.kernel.tenancy, { accountID: account.id, identity: { type: 'system' } }, async (ctx) => {
    const { rows } = await sql<{ id: string }>`update commerce.customer set status = 'hold_shipment'
      where account_id = ${account.id} and id = (select customer_id from commerce.sales_order
        where account_id = ${account.id} and deleted_at is null order by id limit 1) returning id`.execute(
      ctx.em.query(),
    );
    for (const table of ['core.party', 'commerce.customer'])
      await sql`insert into ${sql.table(table)} select (jsonb_populate_record(original, jsonb_build_object(
          'id', 'cus_' || lpad(n::text, 26, '0'), 'number', (700000 + n)::text, 'name', 'Copy ' || n))).*
        from ${sql.table(table)} original, generate_series(1, ${copies}::int) n
        where original.account_id = ${account.id} and original.id = ${rows[0]?.id}`.execute(ctx.em.query());
  });
}

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

it('a bulk delete of more rows than one call takes shows its progress everywhere, and what was refused', async () => {
  await copyCustomer();
  await withSignedIn(site, 'admin@demo.test', async (page) => {
    await page.goto('/dashboard/customers?statusCodes=hold_shipment');
    await page.getByLabel('Select every row of this page').check();
    await page.getByRole('button', { name: /^Select all \d+ matching/ }).click();
    const bar = page.getByRole('toolbar', { name: 'Actions for the selected rows' });
    await bar.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    const heading = /^Delete \d+ customers$/;
    await page.getByText(heading).waitFor();
    // Another screen without a reload: the toast stays and tells the result.
    await page.getByRole('link', { name: 'Products', exact: true }).first().click();
    await title(page, 'Products').waitFor();
    await page.getByText(/^\d+ done, \d+ refused/).waitFor();
    const details = page.getByRole('link', { name: 'See what was refused' });
    await details.click();
    await details.waitFor({ state: 'detached' });

    await title(page, heading).waitFor();
    await page.getByText('Applied', { exact: true }).first().waitFor();
    // Bulk deletions can be undone, whatever their size.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1);
    await page.getByText('Copy 1', { exact: false }).first().waitFor();
    await expectNoAxeViolations(page);
    await page.getByPlaceholder('Search rows').fill('used by');
    await page
      .getByText(/^used by \d+ sales orders?/)
      .first()
      .waitFor();
    await page.getByText('Deleted', { exact: true }).first().waitFor({ state: 'detached' });

    await page.goto('/dashboard/change-sets');
    await page.getByRole('link', { name: heading }).waitFor();
    await expectNoAxeViolations(page);
    await page.goto('/dashboard/customers?statusCodes=hold_shipment');
    await title(page, /^Customers/).waitFor();
    expect(await page.getByText(/^Copy \d/).count()).toBe(0);
  });
});

it('a bulk change whose date nobody has touched asks for it, and changes nothing', () =>
  withSignedIn(site, 'admin@demo.test', async (page) => {
    interface Promised {
      items: { id: string; promisedAt: string | null; version: number }[];
    }
    const before = await apiAnswer<Promised>(page, '/v1/sales-orders?statusCodes=issued&take=25');
    expect(before.items.some(({ promisedAt }) => promisedAt)).toBe(true);
    await page.goto('/dashboard/sales-orders?statusCodes=issued&take=25');
    await page.getByLabel('Select every row of this page').check();
    const bar = page.getByRole('toolbar', { name: 'Actions for the selected rows' });
    await bar.getByRole('button', { name: 'Change…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'What to change' }).click();
    await page.getByRole('option', { name: 'Promised date' }).click();
    const change = dialog.getByRole('button', { name: 'Change', exact: true });
    await change.click();
    await dialog.getByText('Say what happens to it').first().waitFor();
    await dialog.getByLabel('Set to').check();
    await change.click();
    await dialog.getByText('Promised date is required').first().waitFor();
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    const after = await apiAnswer<Promised>(page, '/v1/sales-orders?statusCodes=issued&take=25');
    expect(after.items.map(({ id, promisedAt, version }) => [id, promisedAt, version])).toEqual(
      before.items.map(({ id, promisedAt, version }) => [id, promisedAt, version]),
    );
  }));
