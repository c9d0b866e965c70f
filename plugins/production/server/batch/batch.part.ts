import { definePart, on, outsideRoute, route, service } from '@millwright/core/server';
import { LabelPort, StockPort, SupplyPort, stockChanged } from '@millwright/inventory/contracts';
import {
  batchDeclarations,
  batchesView,
  bulkDeleteBatches,
  closeBatch,
  deleteBatch,
  getBatch,
  getBatchFlow,
  getRemainingQuantities,
  initializeBatch,
  listBatches,
  listNextSteps,
  listProductionRunBatches,
  listScanningStationBatches,
  listStationConsumptions,
  mergeBatches,
  moveBatches,
  printBatchLabels,
  putProductionRunBatches,
  runCostsView,
  runsView,
  scanProblems,
  splitBatch,
  undoScan,
  workMarkView,
  workView,
} from '../../contracts/index.ts';
import { RecipeRuns } from '../production-run/orders/recipe-runs.ts';
import { RunPromises } from '../production-run/orders/run-promises.ts';
import { runView } from '../production-run/production-run.queries.ts';
import { ProductionRunService } from '../production-run/production-run.service.ts';
import { stationView } from '../scanning-station/scanning-station.queries.ts';
import { batchLabels } from './amounts/batch-labels.ts';
import { Batch } from './batch.entity.ts';
import { batchByCode, batchView } from './batch.queries.ts';
import { BatchService } from './batch.service.ts';
import { BatchChange, BatchEdge, BatchEvent, BatchMaterial, BatchOutput } from './batch-event.entity.ts';
import { batchFlowOf } from './batch-flow.queries.ts';
import { batchInvariants } from './checks/batch-invariants.ts';
import { createDemoProduction } from './demo/demo-history.ts';
import { createDemoScans } from './demo/demo-scans.ts';
import { nextSteps, remainingQuantities, stationConsumptions } from './work/batch-asks.ts';
import { undoLastScan } from './work/batch-undo.ts';
import { bookShortages } from './work/book-shortages.ts';

const ofBatches = {
  what: ['batch', 'batches'],
  table: 'production.batch',
  label: 'referrer.number',
} as const;

const event = (ids: (table: string) => string) => ({ event_id: ids('production.batch_event') });

export const batchPart = definePart({
  ...batchDeclarations,
  fills: ['inventory.machine.panels', 'inventory.department.panels'],
  problems: scanProblems,
  views: [batchesView, workView, workMarkView, runsView, runCostsView],
  entities: [Batch, BatchEvent, BatchChange, BatchEdge, BatchMaterial, BatchOutput],
  consumes: { required: [StockPort, SupplyPort, LabelPort] },
  services: [service(BatchService, StockPort, SupplyPort, RunPromises)],
  invariants: batchInvariants,
  references: [
    { ...ofBatches, to: 'item', column: 'item_id' },
    { ...ofBatches, to: 'production_step', column: 'step_id' },
    {
      to: 'item',
      what: ['batch', 'batches'],
      table: 'production.batch_change',
      column: 'item_id',
      once: 'batch_id',
    },
    { to: 'scanning_station', what: ['batch', 'batches'], table: 'production.batch', column: 'station_id' },
    {
      to: 'item',
      what: ['material of a batch', 'materials of batches'],
      table: 'production.batch_material',
      column: 'item_id',
      once: 'batch_id',
    },
    {
      to: 'item',
      what: ['output of a batch', 'outputs of batches'],
      table: 'production.batch_output',
      column: 'item_id',
      once: 'batch_id',
    },
  ],
  subscriptions: (services) => [
    on(stockChanged, 'production.book-shortages', async (ctx, { action, itemIDs }) => {
      if (action === 'consume' || action === 'ship') return;
      const ports = { stock: services.get(StockPort), promises: services.get(RunPromises) };
      await bookShortages(ctx, ports, itemIDs);
    }),
  ],
  routes: (services) => {
    const batches = services.get(BatchService);
    const stock = services.get(StockPort);
    const runs = services.get(ProductionRunService);
    return [
      route(listBatches, (ctx, { query }) => batchView.find(ctx, query)),
      route(getBatch, (ctx, { params }) => batchByCode(ctx, params.batchID)),
      route(getBatchFlow, (ctx, { params }) => batchFlowOf(ctx, params.batchID)),
      route(getRemainingQuantities, (ctx, { body }) => remainingQuantities(ctx, body)),
      route(listNextSteps, (ctx, { params, body }) => nextSteps(ctx, params.batchID, body)),
      route(listStationConsumptions, (ctx, { params, body }) =>
        stationConsumptions(ctx, stock, params.scanningStationID, body),
      ),
      outsideRoute(printBatchLabels, (ctx, { body }) => batchLabels(ctx, services.get(LabelPort), body)),
      route(listProductionRunBatches, async (ctx, { params, query }) => {
        await runView.byID(ctx, params.productionRunID);
        return batchView.find(ctx, { ...query, runID: params.productionRunID });
      }),
      route(putProductionRunBatches, async (ctx, { params, body }) => {
        await runs.plan(ctx, params.productionRunID, body);
        return batchView.find(ctx, { runID: params.productionRunID, take: 500, skip: 0, sortOrder: 'asc' });
      }),
      route(listScanningStationBatches, async (ctx, { params, query }) => {
        await stationView.byID(ctx, params.scanningStationID);
        return batchView.find(ctx, { ...query, stationID: params.scanningStationID });
      }),
      route(initializeBatch, (ctx, { body }) => batches.initialize(ctx, body)),
      route(moveBatches, (ctx, { body }) => batches.move(ctx, body)),
      route(splitBatch, (ctx, { body }) => batches.split(ctx, body)),
      route(mergeBatches, (ctx, { body }) => batches.merge(ctx, body)),
      route(closeBatch, (ctx, { body }) => batches.close(ctx, body)),
      route(undoScan, (ctx, { body }) => undoLastScan(ctx, batches.ports, services.get(RecipeRuns), body)),
      route(deleteBatch, (ctx, { params }) => batches.remove(ctx, params.batchID)),
      route(bulkDeleteBatches, (ctx, { body }) => batches.removeAll(ctx, body)),
    ];
  },
  demo: async (ctx, random, services) => {
    await createDemoScans(ctx, services.get(BatchService));
    await createDemoProduction(ctx, random);
  },
  recordSources: () => [
    {
      type: 'batch',
      label: async (ctx, id) => (await batchView.byID(ctx, id)).number,
      findByNumber: async (ctx, number) => {
        const { items } = await batchView.find(ctx, { query: number, take: 50, skip: 0, sortOrder: 'asc' });
        return items.filter((batch) => batch.number === number).map((batch) => ({ id: batch.id, label: batch.number }));
      },
    },
  ],
  samples: [
    {
      table: 'production.batch',
      row: (ids) => ({
        run_id: ids('production.production_run'),
        number: 'Batch {label}',
        status: 'planned',
        step_id: ids('production.production_step'),
        item_id: ids('inventory.item'),
        quantity: '1',
      }),
    },
    {
      table: 'production.batch_event',
      row: (ids) => ({
        created_at: '2026-01-01T00:00:00Z',
        kind: 'init',
        station_id: ids('production.scanning_station'),
        scan_id: 'scan-{label}',
        actor_id: 'usr_{label}',
        actor_name: 'Canary {label}',
        request_hash: '',
      }),
    },
    {
      table: 'production.batch_change',
      row: (ids) => ({
        ...event(ids),
        batch_id: 'bat_{label}',
        quantity: '1',
        seconds: '0',
        waste: '0',
        value: '0',
        materials: '0',
        labor: '0',
        overhead: '0',
        stocked: '0',
        lost: '0',
        status: 'open',
        counted: '1',
        step_id: ids('production.production_step'),
        item_id: ids('inventory.item'),
      }),
    },
    {
      table: 'production.batch_edge',
      row: (ids) => ({
        ...event(ids),
        source_batch_id: 'bat_{label}',
        target_batch_id: 'bat_{label}',
        quantity: '1',
        item_id: ids('inventory.item'),
      }),
    },
    {
      table: 'production.batch_material',
      row: (ids) => ({
        ...event(ids),
        batch_id: 'bat_{label}',
        run_id: ids('production.production_run'),
        item_id: ids('inventory.item'),
        quantity: '1',
        short: '0',
        value: '0',
        booked: '0',
        variance: '0',
        lots: [],
        is_undone: false,
      }),
    },
    {
      table: 'production.batch_output',
      row: (ids) => ({
        ...event(ids),
        batch_id: 'bat_{label}',
        run_id: ids('production.production_run'),
        item_id: ids('inventory.item'),
        quantity: '1',
        value: '0',
        lot_number: 'Lot {label}',
      }),
    },
  ],
});
