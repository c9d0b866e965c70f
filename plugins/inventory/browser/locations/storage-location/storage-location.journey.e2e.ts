// Needs keys, focus and dragging.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAnswer, withSignedIn } from '../../../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../../../core/testing/browser/test-site.ts';
import { getStorageLocationTree } from '../../../contracts/index.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const signedIn = (email: string, work: (page: Page) => Promise<void>) => withSignedIn(site, email, work);
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** The row's accessible name begins with the path, and must not continue with another place's name. */
const place = (page: Page, fullName: string) => page.getByRole('treeitem', { name: new RegExp(`^${fullName} (?!/)`) });
const tree = (page: Page) => page.getByRole('tree', { name: 'Storage locations' });

interface Node {
  id: string;
  fullName: string;
  reservationState: string;
}
const nodes = async (page: Page): Promise<Node[]> =>
  (await apiAnswer<{ items: Node[] }>(page, getStorageLocationTree.path)).items;

describe('the tree of storage locations', () => {
  it('is walked, opened and searched with the keyboard', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/storage-locations');
      await tree(page).waitFor();
      expect(await place(page, 'Mill / Tool crib / A').count()).toBe(0);
      await tree(page).focus();
      await page.keyboard.type('tool');
      await page.keyboard.press('ArrowRight');
      await place(page, 'Mill / Tool crib / A').waitFor();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => place(page, 'Mill / Tool crib').count()).toBe(0);

      await page.keyboard.press('/');
      await page.keyboard.type('crib b 3');
      await place(page, 'Mill / Tool crib / B / 3').waitFor();
      expect(await place(page, 'Mill / Dye house').count()).toBe(0);
      await tree(page).focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      await title(page, '3').waitFor();
      await page.goBack();
      await page.getByLabel('Search storage locations').fill('nothing like it');
      await page.getByRole('button', { name: /Clear/ }).first().click();
      await place(page, 'Main warehouse').waitFor();
    }));
});

describe('a storage location', () => {
  it('is made inside another, closed, moved and deleted', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/storage-locations');
      await tree(page).focus();
      await page.keyboard.type('mill');
      await page.keyboard.press('+');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Paint shop');
      await page.keyboard.press('Control+s');
      await title(page, 'Paint shop').waitFor();
      await page.getByText('Nothing lies here').waitFor();

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Close it' }).click();
      // The dialog first lists the promises that the closing takes back.
      await page.getByRole('dialog').getByText('No stock lies there.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Close it' }).click();
      await page.getByText('Frozen: nothing goes in or out').waitFor();
      expect((await nodes(page)).find(({ fullName }) => fullName === 'Mill / Paint shop')?.reservationState).toBe(
        'closed',
      );

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Move to' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Into').first().fill('tool crib');
      await page.getByRole('option', { name: 'Mill / Tool crib', exact: true }).click();
      await dialog.getByRole('button', { name: 'Move', exact: true }).click();
      await expect
        .poll(async () => (await nodes(page)).map(({ fullName }) => fullName))
        .toContain('Mill / Tool crib / Paint shop');
      await page.getByRole('link', { name: 'Tool crib' }).waitFor();

      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('A');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('alert').getByText('There is a place of this name here already').waitFor();
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Paint');
      await page.getByRole('button', { name: 'Save' }).click();
      await title(page, 'Paint').waitFor();

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete storage location' }).click();
      await title(page, 'Storage locations').waitFor();
      expect((await nodes(page)).some(({ fullName }) => fullName.endsWith('Paint'))).toBe(false);
    }));

  it('comes as a whole rack, is picked for labels and dragged elsewhere', () =>
    signedIn('admin@demo.test', async (page) => {
      await page.goto('/dashboard/storage-locations');
      await page.getByRole('button', { name: 'Add a rack' }).click();
      const dialog = page.getByRole('dialog');
      const names = dialog.getByLabel('Names');
      await names.nth(0).fill('E2E {1..2}');
      await names.nth(1).fill('{A..');
      await dialog.getByText('Ranges stand in braces').waitFor();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await dialog.getByText('A brace is not closed').first().waitFor();
      await names.nth(1).fill('{A..B}');
      await names.nth(2).fill('{01..03}');
      await dialog.getByText('18 places, E2E 1 / A / 01 to E2E 2 / B / 03').waitFor();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await place(page, 'E2E 2').waitFor();

      await place(page, 'E2E 1').getByRole('checkbox').check();
      await place(page, 'E2E 2').getByRole('checkbox').check();
      const bar = page.getByRole('toolbar');
      await bar.getByRole('button', { name: 'Print labels' }).waitFor();
      await bar.getByRole('button', { name: 'Change…' }).click();
      const change = page.getByRole('dialog', { name: 'Change 2 places' });
      await change.getByLabel('What to change').click();
      await page.getByRole('option', { name: 'State' }).click();
      await change.getByLabel('State').click();
      await page.getByRole('option', { name: 'Closed' }).click();
      await change.getByText('Changes 2 of 2').waitFor();
      await change.getByRole('button', { name: 'Change', exact: true }).click();
      await change.waitFor({ state: 'hidden' });
      await place(page, 'E2E 1').getByText('Closed').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await place(page, 'E2E 1').getByText('Open').waitFor();
      await place(page, 'E2E 1').dragTo(place(page, 'Mill'));
      await place(page, 'Mill / E2E 2').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await place(page, 'E2E 2').waitFor();
    }));
});
