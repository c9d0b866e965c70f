import commerce from '@millwright/commerce/server';
import { newID } from '@millwright/core/contracts';
import { sql } from '@millwright/core/server';
import { sharedKernel, type TestKernel } from '@millwright/core/testing';
import { createDepartment, createMachine, createProduct } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProductionStep } from '../../../contracts/index.ts';
import production from '../../plugin.ts';
import { ItemMakersOfSteps } from './item-makers.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await sharedKernel([inventory, commerce, production]);
});
afterAll(() => kernel?.stop());

it('departments make what steps at their machines and stations make', async () => {
  const admin = await kernel.a.as('admin');
  const [knit, sew] = await Promise.all(
    ['Knitting', 'Sewing'].map((name) => admin.call(createDepartment, { body: { name } })),
  );
  const machine = await admin.call(createMachine, { body: { name: 'Loom', departmentID: knit?.id } });
  const sock = await admin.call(createProduct, { body: { sku: 'SOCK', description: 'Sock' } });
  const hat = await admin.call(createProduct, { body: { sku: 'HAT', description: 'Hat' } });
  const step = await admin.call(createProductionStep, {
    body: { name: 'Knit', production: { itemID: sock.id, measure: 1 }, machineIDs: [machine.id] },
  });
  await kernel.a.run(async (ctx) => {
    const id = newID('scn');
    await sql`insert into production.scanning_station
        (account_id, id, created_at, updated_at, version, name, type, batch_label_tag_size, batch_label_type,
          material_check_required, department_id)
      values (${ctx.account.id}, ${id}, now(), now(), 1, 'Station', 'single_part', '1x3', 'qr_code', false,
        ${sew?.id})`.execute(ctx.em.query());
    await sql`insert into production.station_step (account_id, station_id, step_id)
      values (${ctx.account.id}, ${id}, ${step.id})`.execute(ctx.em.query());
    const makers = new ItemMakersOfSteps();
    const found = await makers.makersOf(ctx, [sock.id, hat.id]);
    expect([...found]).toEqual([
      [
        sock.id,
        [
          { id: knit?.id, name: 'Knitting' },
          { id: sew?.id, name: 'Sewing' },
        ],
      ],
    ]);
    expect(await makers.itemsOf(ctx, [sew?.id ?? ''])).toEqual([sock.id]);
    expect(await makers.itemsOf(ctx, [])).toEqual([]);
  });
});
