import { SalesOrderPort, salesOrderChanged, salesOrderStatusChanged } from '@millwright/commerce/contracts';
import { backdate, definePlugin, on } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import { palletLabelEvents, palletLabelPermissions, palletLabelScreens, palletSettings } from '../contracts/index.ts';
import { createDemoQuantities } from './demo.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { palletLabelRoutes } from './pallet-label/pallet-label.routes.ts';
import { PalletLabelService } from './pallet-label/pallet-label.service.ts';
import { palletQuantityRoutes } from './pallet-quantity/pallet-quantity.routes.ts';
import { PalletQuantityService } from './pallet-quantity/pallet-quantity.service.ts';

export default definePlugin({
  id: 'acme-pallet-labels',
  title: 'Pallet labels',
  description: 'How many pallets an order needs, and a label for each of them.',
  permissions: palletLabelPermissions,
  entities,
  migrations,
  consumes: { required: [SalesOrderPort, CataloguePort] },
  bind(container) {
    container
      .bind(PalletQuantityService)
      .toResolvedValue((catalogue) => new PalletQuantityService(catalogue), [CataloguePort]);
    container
      .bind(PalletLabelService)
      .toResolvedValue(
        (orders, catalogue) => new PalletLabelService(orders, catalogue),
        [SalesOrderPort, CataloguePort],
      );
  },
  routes: (services) => [
    ...palletQuantityRoutes(services.get(PalletQuantityService)),
    ...palletLabelRoutes(services.get(PalletLabelService)),
  ],
  events: palletLabelEvents,
  subscriptions: (services) => {
    const labels = services.get(PalletLabelService);
    return [
      on(salesOrderStatusChanged, 'acme-pallet-labels.follow-status', (ctx, { orderID }) =>
        labels.follow(ctx, orderID),
      ),
      on(salesOrderChanged, 'acme-pallet-labels.follow-lines', async (ctx, { orderID, fields }) => {
        if (fields.includes('lines')) await labels.follow(ctx, orderID);
      }),
    ];
  },
  jobs: (services) => [
    {
      name: 'acme-pallet-labels.forget-old',
      cron: '20 3 * * *',
      handle: (ctx) => services.get(PalletLabelService).forgetOld(ctx),
    },
  ],
  screens: palletLabelScreens,
  fills: ['commerce.sales-order.panels'],
  invariants: [
    {
      name: 'acme-pallet-labels: an order has all of its labels',
      sql: `select order_id, count(*), max(count) as wanted from acme_pallet_labels.pallet_label
        where account_id = $1 group by order_id having count(*) <> max(count) or min(count) <> max(count)`,
    },
  ],
  samples: [
    {
      table: 'acme_pallet_labels.pallet_quantity',
      row: (ids) => ({ item_id: ids('inventory.item'), per_pallet: 48 }),
    },
    {
      table: 'acme_pallet_labels.pallet_label',
      row: (ids) => ({
        order_id: ids('commerce.sales_order'),
        order_number: 'Canary {label}',
        customer_name: 'Canary {label}',
        position: 1,
        count: 2,
      }),
    },
  ],
  account: {
    settings: palletSettings,
    onEnable: (ctx, services) => services.get(PalletLabelService).followAll(ctx),
  },
  async demo(ctx, _random, services) {
    // After the orders, of which some are of today.
    backdate(ctx, 0);
    await createDemoQuantities(ctx);
    await services.get(PalletLabelService).followAll(ctx);
  },
});
