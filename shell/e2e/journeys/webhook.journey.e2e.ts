// Needs the form by keyboard, a log beside a record that another screen changes, and layout.
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoAxeViolations, screenshot } from '../../../core/testing/browser/browser.ts';
import { apiAnswer, withSignedIn } from '../../../core/testing/browser/sign-in.ts';
import { openTestSite, type TestSite } from '../../../core/testing/browser/test-site.ts';
import { until } from '../../../core/testing/calls/until.ts';
import { openReceiver, type WebhookReceiver } from '../../../core/webhooks/testing/webhook-receiver.ts';

let site: TestSite;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = await openReceiver();
  site = await openTestSite({ providerNetworks: ['127.0.0.0/8'] });
});
afterAll(async () => {
  await site?.close();
  await receiver?.kill();
});

test('an endpoint is made, an order issued, and the log shows exactly what was sent, and sends it again', async () => {
  await withSignedIn(site, 'admin@demo.test', async (page) => {
    await page.goto('/dashboard/account/webhooks');
    await page.getByRole('link', { name: 'Operations alarm' }).waitFor();
    await page.goto('/dashboard/account/webhooks/create');
    await page.getByLabel('Name').fill('Shop');
    await page.keyboard.press('Tab');
    await page.keyboard.type('http://hooks.example.com/');
    const events = page.getByRole('combobox', { name: 'Events' });
    await events.focus();
    await page.keyboard.type('sales-order.*');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByText('commerce.sales-order.*').first().waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('An https address that the internet can reach').nth(1).waitFor();
    await page.getByLabel('Address').fill(receiver.url);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog');
    const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    await screenshot(page, 'webhook-secret');
    await expectNoAxeViolations(page);
    await dialog.getByRole('button', { name: 'I have stored the secret' }).click();
    await page.waitForURL(/webhooks\/whe_/);
    await page.getByText('Nothing was sent yet').waitFor();
    // The rights that the chosen events need, and no others.
    await page.getByText('sales_orders:read', { exact: true }).waitFor();
    const endpoint = page.url().replace(/\?.*/, '');

    const { items } = await apiAnswer<{ items: { id: string; status: { code: string } }[] }>(
      page,
      '/v1/sales-orders?take=500',
    );
    const order = items.find(({ status }) => status.code === 'estimate');
    await page.goto(`/dashboard/sales-orders/${order?.id}`);
    await page.getByRole('button', { name: 'Issue', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Issue', exact: true }).click();
    await page.getByText('Issued', { exact: true }).first().waitFor();
    await until('The call', () => receiver.received.some(({ body }) => body.includes('sales-order.issued')));
    const sent = receiver.received.find(({ body }) => body.includes('sales-order.issued'));
    const { body = '', headers = {} } = sent ?? {};
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: 'commerce.sales-order.issued',
      record: { type: 'sales_order', id: order?.id, url: page.url().replace(/\?.*/, '') },
    });

    await page.goto(endpoint);
    const row = page.getByRole('row', { name: /commerce\.sales-order\.issued/ });
    await row.getByText('Delivered').waitFor();
    await screenshot(page, 'webhook-log');
    await expectNoAxeViolations(page);
    await row.getByText('commerce.sales-order.issued').click();
    await dialog.getByRole('region', { name: 'Body' }).getByText(body, { exact: true }).waitFor();
    await screenshot(page, 'webhook-delivery');
    await expectNoAxeViolations(page);
    const calls = receiver.received.length;
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until('The call again', () => receiver.received.length > calls);
    expect(receiver.received.at(-1)).toMatchObject({ body, headers: { 'webhook-id': headers['webhook-id'] } });

    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    for (const [name, path] of [
      ['list', '/dashboard/account/webhooks'],
      ['log', endpoint],
      ['form', `${endpoint}/edit`],
    ] as const) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(390);
      await screenshot(page, `webhook-${name}-390-dark`);
      await expectNoAxeViolations(page);
    }
  });
});

test('who may not manage webhooks is told so', async () => {
  await withSignedIn(site, 'user@demo.test', async (page) => {
    await page.goto('/dashboard/account/webhooks');
    await page.getByText('Your role does not include this').waitFor();
    await screenshot(page, 'webhook-no-permission');
    expect(await page.getByRole('link', { name: 'Operations alarm' }).count()).toBe(0);
  });
});
