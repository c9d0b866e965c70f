// Needs a page that is not loaded again: what is under way is told on every screen.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../core/database/tenant-entity-manager.ts';
import { Account } from '../../core/tenancy/account.entity.ts';
import { runInAccount } from '../../core/tenancy/account-transaction.ts';
import { expectNoAxeViolations } from '../../core/testing/browser.ts';
import { rowsOfJob } from '../../core/testing/rows-of-job.ts';
import { withSignedIn } from '../../core/testing/sign-in.ts';
import { openTestSite, type TestSite } from '../../core/testing/test-site.ts';

let site: TestSite;
let copies: number;

beforeAll(async () => {
  site = await openTestSite();
  copies = rowsOfJob(site.kernel);
});
afterAll(() => site?.close());

/**
 * Copies of a customer that has orders, all on hold, with ids and numbers of their own; the original is on hold too.
 */
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
    // Another screen, without loading the page again: the toast stays and tells how it ends.
    await page.getByRole('link', { name: 'Products', exact: true }).first().click();
    await title(page, 'Products').waitFor();
    await page.getByText(/^\d+ done, \d+ refused/).waitFor();
    const details = page.getByRole('link', { name: 'See what was refused' });
    await details.click();
    await details.waitFor({ state: 'detached' });

    await title(page, heading).waitFor();
    await page.getByText('Applied', { exact: true }).first().waitFor();
    // Bulk deletions can be taken back, of any size.
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
