import { test } from 'vitest';
import { launchBrowser, screenshot, withPage } from '../../core/testing/browser.ts';
import { openThrowawaySite } from './throwaway-site.ts';
test('x', async () => {
  const [browser, site] = await Promise.all([launchBrowser(), openThrowawaySite()]);
  site.plugins = [{ id: 'core', name: 'core', title: 'Kernel', entry: null, integrity: null, slots: [], fills: [], screens: [] }, { id: 'incompatible', name: 'incompatible', title: 'Inc', ...site.remote('incompatible'), slots: [], fills: [], screens: [{name: 'hello', path: '/dashboard/x/inc', title: 'Inc', needs: [], isAllowed: true}]}];
  await withPage(browser, { baseURL: site.url }, async (page) => {
    page.on('console', async (m) => { for (const a of m.args()) console.warn('C', await a.evaluate((e: any) => e?.cause ? e.kind + JSON.stringify([e.cause.message, e.cause instanceof Error, e.name]) : String(e).slice(0, 400)).catch(() => '')); });
    await page.goto('/dashboard/x/inc');
    await page.getByText('cannot be shown').waitFor();
    console.warn(await page.getByRole('alert').innerText());
    await new Promise((r) => setTimeout(r, 2500));
    await screenshot(page, 'zz');
  });
  await browser.close(); await site.close();
});
