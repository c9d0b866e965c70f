import { SalesOrderPort, salesOrderChanged, salesOrderStatusChanged } from '@millwright/commerce/contracts';
import { accountsWithOlder, definePart, on, route, service, updateAccountSettings } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import {
  getPalletLabelSheet,
  getPalletPlan,
  getPalletSettings,
  listPalletLabels,
  markPalletLabels,
  palletLabelEvents,
  palletLabelScreens,
  palletSettings,
  preparePalletLabels,
  updatePalletSettings,
} from '../../contracts/index.ts';
import { PalletLabel } from './pallet-label.entity.ts';
import { palletLabels } from './pallet-label.queries.ts';
import { PalletLabelService } from './pallet-label.service.ts';
import { labelSheet } from './pallet-label-sheet.ts';
import { palletSettingsOf } from './pallet-plan.ts';

/** Labels, the pallets of an order, and the settings of both. */
export const palletLabelPart = definePart({
  entities: [PalletLabel],
  consumes: { required: [SalesOrderPort, CataloguePort] },
  services: [service(PalletLabelService, SalesOrderPort, CataloguePort)],
  routes: (services) => {
    const labels = services.get(PalletLabelService);
    return [
      route(listPalletLabels, (ctx, { query }) => palletLabels.find(ctx, query)),
      route(getPalletPlan, (ctx, { params }) => labels.plan(ctx, params.orderID)),
      route(preparePalletLabels, (ctx, { params }) => labels.prepare(ctx, params.orderID)),
      route(getPalletLabelSheet, async (ctx, { params }) => {
        const { number } = await labels.plan(ctx, params.orderID);
        return {
          bytes: labelSheet(number, await labels.labels(ctx, params.orderID), ctx.account.name),
          contentType: 'text/html; charset=utf-8',
        };
      }),
      route(markPalletLabels, (ctx, { body }) => labels.mark(ctx, body.ids, body.isPrinted)),
      route(getPalletSettings, (ctx) => palletSettingsOf(ctx)),
      route(updatePalletSettings, (ctx, { body }) =>
        updateAccountSettings(ctx, 'acme-pallet-labels', palletSettings, body),
      ),
    ];
  },
  events: palletLabelEvents,
  subscriptions: (services) => {
    const labels = services.get(PalletLabelService);
    return [
      on(salesOrderStatusChanged, 'acme-pallet-labels.follow-status', (ctx, { orderID }) =>
        labels.updateLabels(ctx, orderID),
      ),
      on(salesOrderChanged, 'acme-pallet-labels.follow-lines', async (ctx, { orderID, fields }) => {
        if (fields.includes('lines')) await labels.updateLabels(ctx, orderID);
      }),
    ];
  },
  jobs: (services) => [
    {
      name: 'acme-pallet-labels.forget-old',
      cron: '20 3 * * *',
      // The shortest time for which an account may keep them.
      due: {
        sql: accountsWithOlder('acme_pallet_labels.pallet_label', 'printed_at', {
          than: '1 day',
          where: 'found.printed_at is not null',
        }),
        sample: "update acme_pallet_labels.pallet_label set printed_at = '2026-01-01'",
      },
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
  settings: palletSettings,
  onEnable: (ctx, services) => services.get(PalletLabelService).labelAllOrders(ctx),
});
