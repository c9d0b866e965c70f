import { bulkWork, definePart, every, on, reactEmail, service } from '@millwright/core/server';
import { allocationCut, CataloguePort, StockPort, stockChanged } from '@millwright/inventory/contracts';
import {
  customerRenamed,
  ItemMakerPort,
  pickCameShort,
  pickDeclarations,
  pickEvents,
  pickProblems,
  picksView,
  salesOrderChanged,
  salesOrderStatusChanged,
} from '../../../contracts/index.ts';
import { pickRecords } from '../../sales/order-picks/pick-record.ts';
import { customerOfPicksRenamed } from './list/pick-search.ts';
import { Pick, PickLine } from './pick.entity.ts';
import { pickRoutes } from './pick.routes.ts';
import { PickService } from './pick.service.ts';
import { PickLineService } from './pick-line.service.ts';
import { onAllocationCut, onOrderChanged, onStockChanged } from './plan/plan-stock.ts';
import { labelledCaseMoves } from './record/labelled-case-state.ts';
import { createDemoPicks } from './record/pick-demo.ts';
import { pickInvariants } from './record/pick-invariants.ts';
import { pickSamples } from './record/pick-samples.ts';
import { ItemMakers } from './short/short-lines.ts';
import type { ShortPickProps } from './short/short-pick-email.tsx';
import { shortPickNotification, tellOfShortPick } from './short/short-pick-notice.ts';

/** `commerce.short-pick`: fewer goods were found than planned. */
const shortPickEmail = reactEmail<ShortPickProps>({
  name: 'commerce.short-pick',
  subject: ({ orderNumber }) => `Order ${orderNumber}: not all of it was found`,
  load: async () => (await import('./short/short-pick-email.tsx')).ShortPickEmail,
  sample: { number: '1007', orderNumber: '1042', customerName: 'Lakeside Outfitters', missing: ['3 each of HAT'] },
});

const lines = ['pick', 'picks'] as const;
const numberOfPick = `(select pick.number from commerce.pick pick
  where pick.account_id = {account} and pick.id = referrer.pick_id)`;

export const pickPart = definePart({
  forbids: [labelledCaseMoves],
  problems: pickProblems,
  ...pickDeclarations,
  events: pickEvents,
  views: [picksView],
  entities: [Pick, PickLine],
  references: [
    { to: 'item', what: lines, table: 'commerce.pick_line', column: 'item_id', once: 'pick_id', label: numberOfPick },
  ],
  services: [
    service(PickService, StockPort),
    service(PickLineService, StockPort, CataloguePort),
    service(ItemMakers, every(ItemMakerPort)),
  ],
  routes: (services) =>
    pickRoutes(
      services.get(PickService),
      services.get(PickLineService),
      services.get(CataloguePort),
      services.get(ItemMakers),
    ),
  subscriptions: (services) => [
    on(stockChanged, 'commerce.plan-picks-of-new-stock', onStockChanged(services.get(StockPort))),
    on(allocationCut, 'commerce.plan-picks-anew', onAllocationCut(services.get(StockPort))),
    on(salesOrderStatusChanged, 'commerce.plan-picks-of-freed-stock', onOrderChanged(services.get(StockPort))),
    on(salesOrderChanged, 'commerce.plan-picks-of-changed-orders', onOrderChanged(services.get(StockPort))),
    on(customerRenamed, 'commerce.rename-customer-on-picks', customerOfPicksRenamed),
    on(pickCameShort, 'commerce.tell-of-short-pick', tellOfShortPick),
  ],
  recordSources: () => [pickRecords],
  notifications: [shortPickNotification],
  emails: [shortPickEmail],
  numbering: [{ kind: 'pick', label: 'Picks', first: 1000 }],
  changeSets: (services) => [bulkWork(services.get(PickService).release)],
  invariants: pickInvariants,
  demo: (ctx, random, services) => createDemoPicks(ctx, random, services.get(StockPort)),
  samples: pickSamples,
});
