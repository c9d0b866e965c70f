import { type Route, route, updateAccountSettings } from '@millwright/core/server';
import {
  getPalletLabelSheet,
  getPalletPlan,
  getPalletSettings,
  listPalletLabels,
  markPalletLabels,
  palletSettings,
  preparePalletLabels,
  updatePalletSettings,
} from '../../contracts/index.ts';
import { findPalletLabels } from './pallet-label.queries.ts';
import type { PalletLabelService } from './pallet-label.service.ts';
import { labelSheet } from './pallet-label-sheet.ts';
import { palletSettingsOf } from './pallet-plan.ts';

export const palletLabelRoutes = (labels: PalletLabelService): Route[] => [
  route(listPalletLabels, (ctx, { query }) => findPalletLabels(ctx, query)),
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
