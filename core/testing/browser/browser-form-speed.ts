import type { CDPSession, Page } from 'playwright-core';
import type { FormSpeed } from '../../bench/speeds/form-speed.ts';
import { launchBrowser } from './browser.ts';

// A separate program: the benchmark runs it against its server and reads the printed figures.

const lines = 30;
const keystrokes = 40;

/** Seconds of processor time of the page's main thread so far. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** Pastes like a spreadsheet; returns the milliseconds until the form reports the end. */
async function paste(page: Page, text: string): Promise<number> {
  const input = page.locator('[data-path="lines.0.productID"]');
  await input.click();
  return input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const began = performance.now();
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    return new Promise<number>((done) => {
      const look = (): void => {
        if (document.body.textContent?.includes('lines pasted')) done(performance.now() - began);
        else requestAnimationFrame(look);
      };
      look();
    });
  }, text);
}

async function measure(page: Page, password: string): Promise<FormSpeed[]> {
  await page.request.post('/api/auth/actions/login', {
    data: { identifier: 'admin@demo.test', password },
  });
  const answer = await page.request.get(`/api/v1/products?take=${lines}&isActive=true&productTypes=sale&sortBy=sku`);
  const { items } = (await answer.json()) as { items: { sku: string }[] };
  await page.goto('/dashboard/sales-orders/create');
  await page.locator('[data-path="lines.0.productID"]').waitFor();
  const session = await page.context().newCDPSession(page);
  // Processor time of the thread instead of wall-clock time, so that other load on the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const beforePaste = await worked(session);
  const pasted = await paste(page, items.map(({ sku }, index) => `${sku}\t${index + 1}`).join('\n'));
  await page.waitForLoadState('networkidle');
  const busy = (await worked(session)) - beforePaste;
  await page.keyboard.press('Escape');
  const quantity = page.locator('[data-path="lines.14.quantity"]');
  await quantity.click();
  // Requests that the form sends after typing are answered during the measurement, so that each key includes their
  // cost.
  const before = await worked(session);
  for (let typed = 0; typed < keystrokes; typed += 1) {
    await page.keyboard.press(typed % 2 ? 'Backspace' : '1');
    await page.waitForTimeout(60);
  }
  const each = ((await worked(session)) - before) / keystrokes;
  return [
    { title: `a keystroke in an order of ${items.length} lines, main thread`, milliseconds: each * 1000, atMost: 16 },
    { title: `${items.length} pasted lines, until they stand there`, milliseconds: pasted, atMost: 1000 },
    { title: `${items.length} pasted lines, main thread`, milliseconds: busy * 1000, atMost: 1000 },
  ];
}

const [url = '', password = ''] = process.argv.slice(2);
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 900 } });
  process.stdout.write(JSON.stringify(await measure(await context.newPage(), password)));
} finally {
  await browser.close();
}
