import { createSite, demoPassword, listen, loadDemo, stopListening } from '@millwright/core/kernel';
import { bootTestKernel } from '@millwright/core/testing';
import { launchBrowser, screenshot, withPage, expectNoAxeViolations } from '../../../core/testing/browser.ts';
import { expect, it } from 'vitest';
import inventory from '../server/plugin.ts';
import { listProducts, listProductLines, listUnitGroups, listUnits } from '../contracts/index.ts';

it('looks', async () => {
  const kernel = await bootTestKernel({ plugins: [inventory], logLevel: 'error' });
  await loadDemo(kernel as never);
  const site = createSite(kernel as never, { buildDir: '/tmp/inv/build', production: false });
  const web = await listen(site.fetch as never, { host: '127.0.0.1', port: 20000 + Math.floor(Math.random() * 20000), setting: 'PORT', wasSet: false });
  kernel.setBaseURL(`http://127.0.0.1:${web.port}`);
  const browser = await launchBrowser();
  try {
    await withPage(browser, { baseURL: `http://127.0.0.1:${web.port}` }, async (page, { trouble }) => {
      await page.goto('/auth/login');
      await page.waitForLoadState('networkidle');
      await page.getByLabel(/email/i).first().fill('admin@demo.test');
      await page.getByLabel(/password/i).first().fill(demoPassword);
      await page.keyboard.press('Enter');
      await page.waitForURL(/dashboard/);
      const get = async (path: string) => (await page.evaluate(async (p) => (await fetch(p)).json(), '/api' + path)) as any;
      const product = (await get('/v1/products?query=WG-CUT-L')).items[0];
      const line = (await get('/v1/product-lines')).items[0];
      const groups = (await get('/v1/unit-groups?take=100')).items;
      const group = groups.find((g: any) => g.name === 'Pairs');
      const unit = (await get('/v1/units?query=ct10ea')).items[0];
      const screens: [string, string][] = [
        ['products', '/dashboard/products'],
        ['product', `/dashboard/products/${product.id}`],
        ['product-edit', `/dashboard/products/${product.id}/edit`],
        ['product-create', '/dashboard/products/create'],
        ['product-lines', '/dashboard/product-lines'],
        ['product-line', `/dashboard/product-lines/${line.id}`],
        ['product-line-edit', `/dashboard/product-lines/${line.id}/edit`],
        ['units-of-measure', '/dashboard/units-of-measure'],
        ['units', '/dashboard/units-of-measure/units'],
        ['unit', `/dashboard/units-of-measure/units/${unit.id}`],
        ['unit-create', '/dashboard/units-of-measure/units/create'],
        ['unit-groups', '/dashboard/units-of-measure/groups'],
        ['unit-group', `/dashboard/units-of-measure/groups/${group.id}`],
        ['unit-group-create', '/dashboard/units-of-measure/groups/create'],
        ['unit-group-none', '/dashboard/units-of-measure/groups/ugr_nothing'],
      ];
      const only = process.env['LOOK']?.split(',');
      for (const [name, path] of screens.filter(([n]) => !only || only.includes(n))) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await page.waitForTimeout(400);
        await screenshot(page, `inventory-${name}`);
        try { await expectNoAxeViolations(page); } catch (error) { console.log('AXE', name, (error as Error).message.slice(0, 1500)); }
        if (trouble.errors.length || trouble.console.length) console.log('TROUBLE', name, trouble.errors.splice(0), trouble.console.splice(0));
      }
    });
  } finally {
    await browser.close();
    await stopListening(web, 500);
    await kernel.stop();
  }
}, 110_000);
