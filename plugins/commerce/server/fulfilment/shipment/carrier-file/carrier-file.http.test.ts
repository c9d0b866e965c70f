import {
  applyChangeSet,
  createImport,
  type ImportSet,
  listChangeSetRows,
  undoChangeSet,
} from '@millwright/core/contracts';
import { apiRefusal } from '@millwright/core/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  getShipment,
  type Shipment,
  shipShipment,
  updateShipmentSettings,
  updateShippingCase,
  useEstimatedWeights,
} from '../../../../contracts/index.ts';
import { type OrderFixture, orderFixture } from '../../../sales/sales-order/record/sales-order-fixture.ts';
import { packedFor } from '../record/shipment-fixture.ts';

let at: OrderFixture;
beforeAll(async () => {
  at = await orderFixture();
  await at.stock(at.glove, 100);
  await at.admin.call(updateShipmentSettings, { body: { gs1CompanyPrefix: '0614141' } });
});
afterAll(() => at?.kernel.stop());

async function packed(caseCount: number): Promise<Shipment> {
  const order = await at.create({ status: 'issued', lines: [{ productID: at.glove.id, quantityOrdered: 6 }] });
  const { id: shipmentID } = await packedFor(at, order, 1, caseCount);
  return at.admin.call(useEstimatedWeights, { params: { shipmentID }, body: {} });
}
const stage = (...lines: string[]): Promise<ImportSet> =>
  at.admin.call(createImport, {
    query: { type: 'carrier-files', fileName: 'back.csv' },
    body: new TextEncoder().encode(['Case,Tracking number,Weight,Freight', ...lines].join('\n')),
  });
const apply = ({ id }: ImportSet) =>
  at.admin.call(applyChangeSet, { params: { changeSetID: id }, body: { skipErrors: false } });
const casesOf = async ({ id }: Shipment) => {
  const { shippingCases } = await at.admin.call(getShipment, { params: { shipmentID: id } });
  return shippingCases.map(({ trackingNumber, freightWeight, freightAmount }) => [
    trackingNumber,
    freightWeight,
    freightAmount,
  ]);
};

it('takes tracking numbers, weights and freight of a carrier’s file, and takes them back', async () => {
  const [two, one] = [await packed(2), await packed(1)];
  const sscc = two.shippingCases[1]?.sscc;
  const staged = await stage(`${two.number}-1,1Z1,2.5,8.40`, `(00)${sscc},1Z2,,`, `${one.number},1Z3,,4`);
  expect(staged).toMatchObject({ status: 'ready', counts: { update: 3, error: 0 } });
  expect(await apply(staged)).toMatchObject({ status: 'applied' });
  expect(await casesOf(two)).toEqual([
    ['1Z1', 2.5, 8.4],
    ['1Z2', 0.9, null],
  ]);
  expect(await casesOf(one)).toEqual([['1Z3', 1.8, 4]]);
  // A second import of the same file changes nothing.
  expect(await stage(`${two.number}-1,1Z1,2.5,8.40`)).toMatchObject({ counts: { unchanged: 1 } });
  await at.admin.call(undoChangeSet, { params: { changeSetID: staged.id }, body: {} });
  expect(await casesOf(two)).toEqual([
    [null, 0.9, null],
    [null, 0.9, null],
  ]);
  const again = await stage(`${one.number}-1,1Z4,,`);
  await apply(again);
  await at.admin.call(updateShippingCase, {
    params: { shippingCaseID: one.shippingCases[0]?.id ?? '' },
    body: { freightAmount: 5 },
  });
  const undo = at.admin.call(undoChangeSet, { params: { changeSetID: again.id }, body: {} });
  expect((await apiRefusal(undo)).details).toMatchObject({ refusals: [{ reason: 'it was changed since' }] });
  expect(await at.violations()).toEqual([]);
});

it('says at its row what it cannot take', async () => {
  const [gone, packedOne] = [await packed(1), await packed(2)];
  await at.admin.call(shipShipment, { params: { shipmentID: gone.id }, body: {} });
  const staged = await stage(
    'nowhere-1,1Z1,,',
    `${gone.number}-1,1Z9,7,`,
    `${packedOne.number}-1,1Z1,0,`,
    `${packedOne.number}-2,1Z1,,-2`,
    `${packedOne.number},1Z1,,`,
  );
  const rows = await at.admin.call(listChangeSetRows, { params: { changeSetID: staged.id }, query: {} });
  expect(rows.items.map(({ errors }) => errors[0]?.field ?? null)).toEqual([
    'case',
    'freightWeight',
    'freightWeight',
    'freightAmount',
    'case',
  ]);
  expect(await stage(`${gone.number}-1,1Z9,,3`)).toMatchObject({ counts: { update: 1 } });
});
