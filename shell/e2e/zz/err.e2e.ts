import { launchBrowser, withPage } from '/work/main/core/testing/browser.ts';
import { test } from 'vitest';
test('err', async () => { const b = await launchBrowser(); await withPage(b, { baseURL: 'http://127.0.0.1:4710' }, async (page, { trouble }) => { page.on('requestfailed', r => console.log('FAILED', r.url(), r.failure()?.errorText)); page.on('response', r => { if (r.status() >= 400) console.log(r.status(), r.url()); }); await page.goto('/auth/login'); await page.waitForTimeout(3000); console.log(JSON.stringify(trouble)); }); await b.close(); }, 60000);
