import {
  applyChangeSet,
  createImport,
  type ImportSet,
  listChangeSetRows,
  undoChangeSet,
} from '@millwright/core/contracts';
import { sharedKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import { createProduct, materialEndpoints } from '@millwright/inventory/contracts';
import inventory from '@millwright/inventory/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScanningStation, listProductionSteps } from '../../../contracts/index.ts';
import production from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
beforeAll(async () => {
  kernel = await sharedKernel([inventory, production]);
  admin = await kernel.a.as('admin');
  for (const sku of ['FRAME', 'TUBE', 'PAINT', 'BOLT'])
    await admin.call(materialEndpoints.create, { body: { sku, description: sku } });
  await admin.call(createProduct, { body: { sku: 'BIKE', description: 'BIKE', productType: 'sale' } });
});
afterAll(() => kernel?.stop());

const upload = (type: string, lines: readonly string[]): Promise<ImportSet> =>
  admin.call(createImport, { query: { type, fileName: 'file.csv' }, body: new Blob([lines.join('\n')]) });
const messages = async (id: string) =>
  (await admin.call(listChangeSetRows, { params: { changeSetID: id }, query: {} })).items.map(({ errors }) =>
    errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
  );
const apply = (id: string, skipErrors = false) =>
  admin.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors } });
const steps = async () =>
  (await admin.call(listProductionSteps, {})).items.map((step) => ({
    name: step.name,
    makes: `${step.production.quantity.measure} ${step.production.item.sku}`,
    uses: step.consumptions.map(({ quantity, item }) => `${quantity.measure} ${item.sku}`),
    time: step.laborTime && `${step.laborTime.measure} ${step.laborTime.unit}`,
  }));

describe('files of production steps', () => {
  it('make steps of the rows of one name, change them, and are taken back', async () => {
    const head =
      'Step,Makes,Quantity made,Uses up,Quantity used up,Labour time,Labour time unit,Labour rate,Overhead rate';
    const first = await upload('production-steps', [
      head,
      'Weld,FRAME,2,TUBE,9,30,min,25,10',
      'Weld,,,PAINT,0.5,,,,',
      'Nothing,,,TUBE,1,1,hr,1,1',
      'Circle,FRAME,1,FRAME,1,1,hr,1,1',
      'Assemble,BIKE,1,FRAME,1,0,hr,1,1',
    ]);
    expect(await messages(first.id)).toEqual([
      '',
      '',
      'sku: Invalid production type',
      'consumption: Invalid consumption type',
      'laborTime: Must be above 0',
    ]);
    await apply(first.id, true);
    const weld = { name: 'Weld', makes: '2 FRAME', uses: ['9 TUBE', '0.5 PAINT'], time: '30 min' };
    expect(await steps()).toEqual([weld]);
    const second = await upload('production-steps', [head, 'Weld,,,TUBE,8,45,min,,']);
    await apply(second.id);
    expect(await steps()).toEqual([{ ...weld, uses: ['8 TUBE'], time: '45 min' }]);
    await admin.call(undoChangeSet, { params: { changeSetID: second.id }, body: {} });
    expect(await steps()).toEqual([weld]);
    await admin.call(undoChangeSet, { params: { changeSetID: first.id }, body: {} });
    expect(await steps()).toEqual([]);
  });

  it('say where a step is done', async () => {
    for (const name of ['Bench', 'Booth'])
      await admin.call(createScanningStation, { body: { name, productionStepIDs: [] } });
    const head = 'Step,Makes,Uses up,Quantity used up,Work center';
    const first = await upload('production-steps', [head, 'Weld,FRAME,TUBE,9,Bench', 'Paint,BIKE,FRAME,1,Nowhere']);
    expect(await messages(first.id)).toEqual(['', 'station: There is no scanning station Nowhere']);
    await apply(first.id, true);
    const at = async () => (await admin.call(listProductionSteps, {})).items.map((step) => step.scanningStation?.name);
    expect(await at()).toEqual(['Bench']);
    const again = await upload('production-steps', [head, 'Weld,FRAME,TUBE,9,Bench']);
    expect(again.counts).toMatchObject({ unchanged: 1 });
    const second = await upload('production-steps', [head, 'Weld,,,,Booth']);
    await apply(second.id);
    expect(await at()).toEqual(['Booth']);
    await admin.call(undoChangeSet, { params: { changeSetID: second.id }, body: {} });
    expect(await at()).toEqual(['Bench']);
    await admin.call(undoChangeSet, { params: { changeSetID: first.id }, body: {} });
    expect(await at()).toEqual([]);
  });

  it('make a step of what an assembly is made of today', async () => {
    const bill = await upload('bill-of-materials', [
      'ProductAssemblyID,ComponentID,PerAssemblyQty,UnitMeasureCode,StartDate,EndDate',
      'BIKE,FRAME,1,EA,2010-01-01,',
      'BIKE,BOLT,12,EA,2010-01-01,',
      'BIKE,PAINT,1,EA,2010-01-01,2011-01-01',
      'FRAME,TUBE,3.5,EA,2010-01-01,',
      ',BIKE,1,EA,2010-01-01,',
      'TUBE,BOLT,1,EA,2010-01-01,2011-01-01',
    ]);
    expect((await messages(bill.id)).filter(Boolean)).toEqual([
      'assembly: Assembly is required',
      'to: Nothing of this assembly is valid on the day of the import',
    ]);
    await apply(bill.id, true);
    expect(await steps()).toEqual([
      { name: 'Make BIKE', makes: '1 BIKE', uses: ['1 FRAME', '12 BOLT'], time: null },
      { name: 'Make FRAME', makes: '1 FRAME', uses: ['3.5 TUBE'], time: null },
    ]);
    const again = await upload('bill-of-materials', [
      'Assembly,Component,Quantity,Valid to',
      'BIKE,FRAME,1,',
      'BIKE,BOLT,12,',
      'BIKE,PAINT,1,2011-01-01',
    ]);
    expect(again.counts).toMatchObject({ unchanged: 3 });
  });
});
