import { Client } from 'pg';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectNoAxeViolations, screenLoaded, screenshot } from '../../../../core/testing/browser/browser.ts';
import { openTestSite, type TestSite } from '../../../../core/testing/browser/test-site.ts';

/** A site with demo data, and the mails that it sent. */
export interface PortalJourney {
  site: TestSite;
  db: Client;
  /** The content of the last mail to this address, after waiting for the jobs. */
  lastMail(to: string, template: string): Promise<string>;
  /** Waits until all due jobs are done: payments are recorded and mails sent. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function openPortalJourney(): Promise<PortalJourney> {
  const site = await openTestSite();
  const db = new Client({ connectionString: site.kernel.db.adminUrl });
  await db.connect();
  const settle = async () => (await site.kernel.jobs()).idle();
  return {
    site,
    db,
    settle,
    async lastMail(to, template) {
      await settle();
      const { rows } = await db.query<{ text: string }>(
        `select coalesce(html, '') || ' ' || coalesce(props::text, '') as text from core.email_log
          where $1 = any(recipients) and template = $2 order by id desc limit 1`,
        [to, template],
      );
      return rows[0]?.text ?? '';
    },
    async close() {
      await db.end();
      await site.close();
    },
  };
}

export const phone = { width: 390, height: 844 };

/** Checks the page: no accessibility violations, and no content wider than the window. */
export async function look(page: Page, name: string): Promise<void> {
  await screenLoaded(page);
  await screenshot(page, `portal-${name}`, { fullPage: true });
  await expectNoAxeViolations(page);
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect([name, beyond]).toEqual([name, 0]);
}

export async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('main h1').first().waitFor();
  await screenLoaded(page);
}

export async function payWithPracticeCard(page: Page, { settle }: PortalJourney): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Practice card payment').waitFor();
  await dialog.getByText('A card that is taken').click();
  await dialog.getByRole('button', { name: 'Pay' }).click();
  await page.getByText('The practice card was taken').first().waitFor();
  await settle();
}
