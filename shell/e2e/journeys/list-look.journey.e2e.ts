// Needs layout, mouse, keys and the history of a browser.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoAxeViolations, screenshot } from '../../../core/testing/browser/browser.ts';
import { withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

async function openOrders(page: Page): Promise<void> {
  await page.goto('/dashboard/sales-orders');
  await page
    .getByRole('link', { name: /^\d{4}$/ })
    .first()
    .waitFor();
}
const edge = (page: Page, header: string) => page.getByRole('separator', { name: `Width of ${header}`, exact: true });
const widths = (page: Page): Promise<Record<string, number>> =>
  page
    .locator('th[data-column]')
    .evaluateAll((heads) =>
      Object.fromEntries(
        heads.map((head) => [(head as HTMLElement).dataset['column'], (head as HTMLElement).offsetWidth]),
      ),
    );
const rowHeight = (page: Page): Promise<number> =>
  page
    .locator('tbody tr')
    .first()
    .evaluate((row) => (row as HTMLElement).offsetHeight);
const setDensity = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Columns and rows' }).click();
  await page.getByRole('radiogroup', { name: 'Height of the rows' }).getByText(name).click();
  await page.keyboard.press('Escape');
};

describe('the look of a list', () => {
  it('takes widths from the mouse: one column moves, the others stay, and a new visit finds it so', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await openOrders(page);
      const before = await widths(page);
      const box = await edge(page, 'Customer').boundingBox();
      if (!box) throw new Error('The column has no edge');
      await page.mouse.move(box.x + box.width / 2, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width / 2 + 40, box.y + 8);
      await page.mouse.move(box.x + box.width / 2 + 80, box.y + 8);
      await page.mouse.up();
      const customer = (before['customer'] ?? 0) + 80;
      await page.waitForFunction(
        (wanted) => document.querySelector<HTMLElement>('th[data-column="customer"]')?.offsetWidth === wanted,
        customer,
      );
      expect(await widths(page)).toEqual({ ...before, customer });
      // Dragging a header does not sort.
      expect(new URL(page.url()).search).toBe('');
      await page.reload();
      await page
        .getByRole('link', { name: /^\d{4}$/ })
        .first()
        .waitFor();
      expect(await widths(page)).toEqual({ ...before, customer });
      await page.getByRole('button', { name: 'Columns and rows' }).click();
      await page.getByRole('button', { name: 'Widths as the content needs' }).click();
      await page.keyboard.press('Escape');
      expect((await widths(page))['customer']).toBe(before['customer']);
    }));

  it('takes widths from the keyboard, fits a column to its content and tells what it is', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await openOrders(page);
      const number = edge(page, 'Number');
      await number.focus();
      const before = Number(await number.getAttribute('aria-valuenow'));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Shift+ArrowRight');
      expect(Number(await number.getAttribute('aria-valuenow'))).toBe(before + 60);
      expect((await widths(page))['number']).toBe(before + 60);
      await page.keyboard.press('Enter');
      expect((await widths(page))['number']).toBeLessThan(before + 60);
      await page.keyboard.press('ArrowDown');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Width of Customer');
      await page.keyboard.press('Home');
      expect((await widths(page))['customer']).toBe(48);
      await expectNoAxeViolations(page);
    }));

  it('keeps the first column in sight where the others scroll by', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.setViewportSize({ width: 500, height: 800 });
      await openOrders(page);
      const link = page.getByRole('link', { name: /^\d{4}$/ }).first();
      const before = await link.boundingBox();
      await page.getByRole('region', { name: 'Sales orders' }).evaluate((region) => region.scrollTo(400, 0));
      expect((await link.boundingBox())?.x).toBe(before?.x);
      await screenshot(page, 'list-scrolled');
    }));

  it('is part of a saved view, and of no other list', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await openOrders(page);
      const compact = await rowHeight(page);
      await page.getByRole('button', { name: 'Late' }).click();
      await page.waitForURL(/view=late/);
      await page.getByLabel('Number, PO, customer').fill('1');
      await page.getByRole('button', { name: 'Save as view' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Roomy');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Roomy', exact: true }).waitFor();
      await setDensity(page, 'Comfortable');
      await edge(page, 'Number').focus();
      await page.keyboard.press('Shift+ArrowRight');
      const look = { height: await rowHeight(page), number: (await widths(page))['number'] };
      expect(look.height).toBeGreaterThan(compact);
      const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await saved;
      await screenshot(page, 'list-comfortable');

      await page.getByRole('button', { name: 'All', exact: true }).click();
      await page.waitForFunction(
        (height) => document.querySelector<HTMLElement>('tbody tr')?.offsetHeight === height,
        compact,
      );
      // Simulates another browser of the same person: the view is stored on the server.
      await page.evaluate(() => localStorage.clear());
      await openOrders(page);
      await page.getByRole('button', { name: 'Roomy', exact: true }).click();
      await page.waitForFunction(
        (height) => document.querySelector<HTMLElement>('tbody tr')?.offsetHeight === height,
        look.height,
      );
      expect((await widths(page))['number']).toBe(look.number);
      await page.goto('/dashboard/products');
      await page.waitForFunction(
        (height) => document.querySelector<HTMLElement>('tbody tr')?.offsetHeight === height,
        compact,
      );
    }));
});

describe('a list that one comes back to', () => {
  it('is as it was left, by the arrow and by Back; records lead back to where they were opened', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await page.goto('/dashboard/sales-orders?skip=50');
      const region = page.getByRole('region', { name: 'Sales orders' });
      const top = () => region.evaluate((element) => element.scrollTop);
      const row = page.getByRole('link', { name: /^\d{4}$/ }).nth(40);
      await row.scrollIntoViewIfNeeded();
      const [left, number] = [await top(), await row.textContent()];
      expect(left).toBeGreaterThan(100);
      const isAsLeft = async () => {
        await page.waitForURL('**/sales-orders?skip=50');
        await page.locator('tr[data-active]').waitFor();
        expect(await page.locator('tr[data-active]').innerText()).toContain(number);
        expect(Math.abs((await top()) - left)).toBeLessThan(80);
      };
      await row.click();
      await page.getByRole('heading', { level: 1, name: number ?? '' }).waitFor();
      await page.goBack();
      await isAsLeft();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: number ?? '' }).waitFor();
      await page.locator('main a[href^="/dashboard/customers/"]').first().click();
      await page.waitForURL('**/dashboard/customers/*');
      await page.getByRole('link', { name: `Back to ${number}`, exact: true }).click();
      await page.getByRole('link', { name: 'Back to sales orders' }).click();
      await isAsLeft();
    }));

  it('is of cards on a phone, and its tabs say how much is behind them', () =>
    withSignedIn(site, 'admin@demo.test', async (page) => {
      await openOrders(page);
      const late = page.getByRole('button', { name: 'Late' });
      await late.locator('[aria-hidden]').waitFor();
      expect(Number(await late.locator('[aria-hidden]').innerText())).toBeGreaterThan(0);
      await screenshot(page, 'list-tabs');
      await page.setViewportSize({ width: 390, height: 844 });
      const region = page.getByRole('region', { name: 'Sales orders' });
      expect(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      const card = region.locator('tbody tr').first();
      const box = await card.boundingBox();
      for (const value of await card.locator('td[data-card]').all()) {
        const own = await value.boundingBox();
        expect((own?.x ?? 0) + (own?.width ?? 999)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) + 1);
      }
      await screenshot(page, 'list-cards');
      await expectNoAxeViolations(page);
    }));
});
