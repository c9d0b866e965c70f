import { createSalesOrder } from '@millwright/commerce/contracts';
import type { TestPerson } from '@millwright/core/testing';
import {
  closeBatch,
  createProductionRun,
  createProductionRunOfOrder,
  createProductionStep,
  createScanningStation,
  deleteBatch,
  deleteProductionRun,
  initializeBatch,
  listProductionRunBatches,
  mergeBatches,
  moveBatches,
  putProductionRunBatches,
  splitBatch,
  undoScan,
  updateProductionRun,
  updateProductionStep,
} from '@millwright/production/contracts';
import { updateItemInventory } from '../../../../contracts/index.ts';
import { createStockItem } from '../stock-fixture.ts';

type Operation = () => Promise<() => Promise<unknown>>;

/** All operations on batches, at a plant that knits and sews: each takes materials and brings goods. */
export function scanOperations(person: () => TestPerson, customerID: () => string): Record<string, Operation> {
  let begun: ReturnType<typeof makePlant> | undefined;
  const plant = () => {
    begun ??= makePlant(person());
    return begun;
  };
  const started = async (quantity: number, size = quantity) => {
    const at = await plant();
    const run = await at.run(quantity, size);
    for (const { id } of run.batches) await at.start(id);
    return { ...at, ...run };
  };
  const sewn = async (quantity: number, size = quantity) => {
    const at = await started(quantity, size);
    for (const { id } of at.batches) await at.move(id);
    return at;
  };
  return {
    'a run that is planned, moved to another day and deleted': async () => {
      const at = await plant();
      return async () => {
        const { params } = await at.run(4);
        await person().call(updateProductionRun, { params, body: { dueAt: '2030-01-01' } });
        await person().call(deleteProductionRun, { params });
      };
    },
    'a run of what an order lacks': async () => {
      const at = await plant();
      const body = { customerID: customerID(), status: 'issued' as const };
      const lines = [{ productID: at.sock, quantityOrdered: 3 }];
      const { id } = await person().call(createSalesOrder, { body: { ...body, lines } });
      return () => person().call(createProductionRunOfOrder, { params: { orderID: id } });
    },
    'a batch that goes on': async () => {
      const at = await started(4);
      return () => at.move(at.first);
    },
    'a batch that goes on without its material': async () => {
      const at = await started(900);
      return () => at.move(at.first);
    },
    'pieces that are counted off, seconds and waste': async () => {
      const at = await sewn(9);
      return () =>
        person().call(splitBatch, {
          body: { scanningStationID: at.station, batchIDs: [at.first], firsts: 4, seconds: 2, waste: 1 },
        });
    },
    'batches that become one': async () => {
      const at = await sewn(8, 4);
      const batchIDs = at.batches.map(({ id }) => id);
      return () =>
        person().call(mergeBatches, { body: { scanningStationID: at.station, batchIDs, productionStepID: at.sew } });
    },
    'a batch that is finished': async () => {
      const at = await sewn(4);
      return () => at.close(at.first);
    },
    'a batch that is given up': async () => {
      const at = await sewn(4);
      return () => at.close(at.first, 'Burnt');
    },
    'scans that are taken back': async () => {
      const at = await sewn(4);
      await at.close(at.first);
      return async () => {
        for (let left = 3; left > 0; left -= 1)
          await person().call(undoScan, { body: { scanningStationID: at.station } });
      };
    },
    'a planned batch that is deleted': async () => {
      const at = await plant();
      const { first } = await at.run(4);
      return () => person().call(deleteBatch, { params: { batchID: first } });
    },
    'a recipe that planned runs follow': async () => {
      const at = await plant();
      await at.run(4);
      await at.run(5);
      const consumptions = [at.part, at.box].map((itemID) => ({ itemID, measure: 2 }));
      return () =>
        person().call(updateProductionStep, { params: { productionStepID: at.sew }, body: { consumptions } });
    },
  };
}

async function makePlant(admin: TestPerson) {
  // Created in the reverse of the locking order.
  const item = async (sku: string, inventoryChange = 0) => {
    const itemID = await createStockItem(admin, sku);
    if (inventoryChange) await admin.call(updateItemInventory, { params: { itemID }, body: { inventoryChange } });
    return itemID;
  };
  const sock = await item('SCAN-SOCK');
  const second = await item('SCAN-SECOND');
  const part = await item('SCAN-PART');
  const box = await item('SCAN-BOX', 500);
  const yarn = await item('SCAN-YARN', 500);
  const step = async (name: string, made: string, used: readonly string[], more: object = {}) => {
    const consumptions = used.map((itemID) => ({ itemID, measure: 1 }));
    const body = { name, production: { itemID: made, measure: 1 }, consumptions, ...more };
    return (await admin.call(createProductionStep, { body })).id;
  };
  const knit = await step('Scan knit', part, [yarn], { stocking: false });
  const sew = await step('Scan sew', sock, [part, box], { secondsItemID: second });
  const { id: station } = await admin.call(createScanningStation, {
    body: { name: 'Scans', productionStepIDs: [knit, sew] },
  });
  const at = { scanningStationID: station };
  return {
    sock,
    part,
    box,
    sew,
    station,
    run: async (quantity: number, batchSize = quantity) => {
      const { id: productionRunID } = await admin.call(createProductionRun, { body: {} });
      const params = { productionRunID };
      await admin.call(putProductionRunBatches, { params, body: [{ itemID: sock, quantity, batchSize }] });
      const { items } = await admin.call(listProductionRunBatches, { params, query: { take: 50 } });
      return { params, batches: items, first: items[0]?.id ?? '' };
    },
    start: (batchID: string) => admin.call(initializeBatch, { body: { ...at, batchID } }),
    move: (id: string) => admin.call(moveBatches, { body: { ...at, batchIDs: [id], productionStepID: sew } }),
    close: (batchID: string, reason?: string) =>
      admin.call(closeBatch, { body: { ...at, batchID, ...(reason ? { reason } : {}) } }),
  };
}
