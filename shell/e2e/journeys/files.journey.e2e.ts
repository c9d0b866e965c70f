// Needs file choosers, the layout of a phone, and a lost connection.
import { Buffer } from 'node:buffer';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoAxeViolations, screenshot } from '../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';

let site: TestSite;

beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site?.close());

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const named = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer });

const panelOf = (page: Page) => page.getByRole('region', { name: 'Files' });

async function choose(page: Page, ...files: ReturnType<typeof named>[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    panelOf(page).last().getByRole('button', { name: 'Add files' }).click(),
  ]);
  await chooser.setFiles(files);
}

/** Mails the order on the page with one of its files, after its text was read. */
async function mailWith(page: Page, file: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Email order' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('region', { name: 'The mail' }).getByText(/order/i).first().waitFor();
  await dialog.getByRole('checkbox', { name: new RegExp(`^${file}`) }).check();
  await screenshot(page, 'mail-with-a-file-390');
  await page.setViewportSize({ width: 1440, height: 1000 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await screenshot(page, 'mail-with-a-file-dark');
  await expectNoAxeViolations(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByRole('button', { name: 'Send email' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 390, height: 844 });
}

test('files hang on an order, and the customer sees the shared ones and adds a photo', async () => {
  let orderID = '';
  await withSignedIn(site, 'customer@demo.test', async (page) => {
    // The demo hangs a signed paper on the newest order, and this one has to begin without files.
    const { items } = await apiAnswer<{ items: { id: string }[] }>(page, '/v1/portal/orders?take=1&skip=1');
    orderID = items[0]?.id ?? '';
  });
  await withSignedIn(site, 'admin@demo.test', async (page) => {
    await page.goto(`/dashboard/sales-orders/${orderID}`);
    const panel = panelOf(page);
    await panel.getByText('Drop a signed order, a photo, a drawing').waitFor();
    await choose(
      page,
      named('signed.pdf', pdf),
      named('dock.png', png),
      named('bracket.step', Buffer.from('ISO-10303-21;\nHEADER;\nENDSEC;\n')),
      named('empty.txt', Buffer.alloc(0)),
      named('page.pdf', Buffer.from('<html><script>alert(1)</script></html>')),
    );
    await panel.getByText('The file is empty').waitFor();
    await panel.getByText(/^Files of this kind are not accepted/).waitFor();
    for (const name of ['signed.pdf', 'dock.png', 'bracket.step'])
      await panel.getByText(name, { exact: true }).waitFor();
    expect(await panel.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    for (const _ of [1, 2]) await panel.getByRole('button', { name: 'Leave out' }).first().click();

    await page.route('**/api/v1/files?*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await choose(page, named('late.png', png));
    await panel.getByText(/cannot be reached/).waitFor();
    await page.unroute('**/api/v1/files?*');
    await panel.getByRole('button', { name: 'Try again' }).click();
    await panel.getByRole('link', { name: 'late.png' }).waitFor();

    await panel.getByRole('switch', { name: 'Show signed.pdf to the customer' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('The customer sees signed.pdf').waitFor();
    await panel.getByRole('button', { name: 'Actions for dock.png' }).click();
    await page.getByRole('menuitem', { name: 'Rename or describe' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('dock 7');
    await page.getByRole('dialog').getByLabel('Note').fill('Left door');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await panel.getByText('dock 7.png').waitFor();
    await panel.scrollIntoViewIfNeeded();
    await screenshot(page, 'files-of-an-order');
    await expectNoAxeViolations(page);
    await screenshot(page, 'files-of-an-order-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await panel.scrollIntoViewIfNeeded();
    await screenshot(page, 'files-of-an-order-390');
    await mailWith(page, 'signed.pdf');
    const { items: mails } = await apiAnswer<{ items: { files: { name: string }[] }[] }>(
      page,
      `/v1/email-logs?recordID=${orderID}&take=1`,
    );
    expect(mails[0]?.files.map(({ name }) => name)).toEqual(['signed.pdf']);
    const [inner, outer] = await Promise.all([panel.boundingBox(), page.locator('main').boundingBox()]);
    expect(inner && outer && inner.width <= outer.width).toBe(true);
  });
  await withSignedIn(site, 'customer@demo.test', async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/dashboard/my-orders/${orderID}`);
    const panel = panelOf(page);
    await panel.getByText('signed.pdf').waitFor();
    expect(await panel.getByRole('listitem').count()).toBe(1);
    await choose(page, named('damage.png', png));
    await panel.getByRole('link', { name: 'damage.png' }).waitFor();
    expect(await panel.getByRole('switch').count()).toBe(0);
    await panel.scrollIntoViewIfNeeded();
    await screenshot(page, 'files-in-the-portal-390');
    await expectNoAxeViolations(page);
  });
  await withSignedIn(site, 'admin@demo.test', async (page) => {
    await page.goto(`/dashboard/sales-orders/${orderID}`);
    await panelOf(page).getByText('From the customer').waitFor();
  });
});

test('a customer asks for a return with two photos', async () => {
  let orderID = '';
  await withSignedIn(site, 'customer@demo.test', async (page) => {
    const { items } = await apiAnswer<{ items: { id: string }[] }>(page, '/v1/portal/orders?state=done&take=1');
    orderID = items[0]?.id ?? '';
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/dashboard/my-orders/${orderID}`);
    await page.getByRole('button', { name: 'Return something' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('1');
    await dialog.getByRole('textbox', { name: 'Why' }).fill('Torn seams');
    await choose(page, named('seam.png', png), named('box.png', png));
    for (const name of ['seam.png', 'box.png']) await dialog.getByRole('link', { name }).waitFor();
    await screenshot(page, 'return-with-photos-390');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'Ask to return' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
  await withSignedIn(site, 'admin@demo.test', async (page) => {
    await page.goto(`/dashboard/sales-orders/${orderID}`);
    const panel = panelOf(page);
    for (const name of ['seam.png', 'box.png']) await panel.getByText(name, { exact: true }).waitFor();
    expect(await panel.getByText('From the customer').count()).toBe(2);
    await page
      .getByRole('region', { name: 'Tasks' })
      .getByText(/return/i)
      .first()
      .waitFor();
  });
});

test('the drawing of a step opens at the station', async () => {
  await withSignedIn(site, 'admin@demo.test', async (page) => {
    const found = async <T>(path: string): Promise<T> => {
      const { items } = await apiAnswer<{ items: T[] }>(page, path);
      if (!items[0]) throw new Error(`The demo has nothing at ${path}`);
      return items[0];
    };
    const item = await found<{ id: string }>('/v1/items?query=PT-PLM');
    const station = await found<{ id: string }>('/v1/scanning-stations?take=1');
    const added = await page.request.post(`/api/v1/files?name=palm.png&recordType=part&recordID=${item.id}`, {
      data: png,
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(added.status()).toBe(201);
    const run = (await (await page.request.post('/api/v1/production-runs', { data: {} })).json()) as { id: string };
    const planned = await page.request.put(`/api/v1/production-runs/${run.id}/batches`, {
      data: [{ itemID: item.id, quantity: 10, batchSize: 10 }],
    });
    const { items } = (await planned.json()) as { items: { number: string }[] };
    await page.goto(`/scanning-station?station=${station.id}`);
    await page.getByLabel('Batch').fill(items[0]?.number ?? '');
    await page.keyboard.press('Enter');
    const drawings = page.getByRole('region', { name: 'Drawings' });
    await drawings.getByRole('button', { name: /^palm\.png/ }).waitFor();
    await drawings.locator('img').waitFor();
    await drawings.getByRole('button', { name: /^Palm M\.pdf/ }).waitFor();
    expect(await drawings.getByRole('button', { name: /dxf/ }).count()).toBe(0);
    await screenshot(page, 'drawings-at-a-station');
    await expectNoAxeViolations(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await drawings.scrollIntoViewIfNeeded();
    await screenshot(page, 'drawings-at-a-station-390');
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      // A headless browser saves a PDF instead of showing it.
      drawings.getByRole('button', { name: /^palm\.png/ }).click(),
    ]);
    await opened.waitForURL(/^blob:/);
  });
});
