import { problems } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { type Route, route, sql } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  getPick,
  getWalkList,
  listPickShipments,
  listPicks,
  type Pick,
  packPick,
  pickAll,
  pickPickLine,
  releasePicks,
  type SalesOrderShipment,
  updatePick,
  updatePickLine,
  voidPick,
  voidPickLine,
} from '../../../contracts/index.ts';
import { findPickIDs, findPicks } from './list/pick-list.queries.ts';
import { pickByID, walkListOf } from './pick.queries.ts';
import type { PickService } from './pick.service.ts';
import type { PickLineService } from './pick-line.service.ts';
import { packPicked } from './plan/pack-pick.ts';
import type { ItemMakers } from './short/short-lines.ts';

/** The shipments of a pick's order, which has only this pick. */
async function shipmentsOf(ctx: AccountContext, pickID: string): Promise<SalesOrderShipment[]> {
  const { rows } = await sql<{ shipments: SalesOrderShipment[] }>`select progress.shipments
    from commerce.pick pick
    join commerce.v_order_progress progress on progress.account_id = pick.account_id and progress.order_id =
      pick.order_id
    where pick.account_id = ${ctx.account.id} and pick.id = ${pickID} and pick.deleted_at is null`.execute(
    ctx.em.query(),
  );
  if (!rows[0]) throw problems.not_found();
  return rows[0].shipments;
}

/** Fixed paths come before paths with a parameter in the same place. */
export function pickRoutes(
  picks: PickService,
  lines: PickLineService,
  catalogue: CataloguePort,
  makers: ItemMakers,
): Route[] {
  /** The pick after a step. */
  const after = async (ctx: AccountContext, pickID: string, step: Promise<void>): Promise<Pick> => {
    await step;
    await ctx.em.flush();
    return pickByID(ctx, pickID, makers);
  };
  return [
    route(listPicks, (ctx, { query }) => findPicks(ctx, query, makers)),
    route(getWalkList, (ctx, { query }) => walkListOf(ctx, query, makers)),
    route(releasePicks, async (ctx, { body: { pickIDs, filter } }) =>
      picks.releaseMany(ctx, pickIDs ?? (await findPickIDs(ctx, { status: 'open', ...filter }, makers))),
    ),
    route(getPick, (ctx, { params }) => pickByID(ctx, params.pickID, makers)),
    route(updatePick, (ctx, { params: { pickID }, body }) => after(ctx, pickID, picks.update(ctx, pickID, body))),
    route(listPickShipments, async (ctx, { params }) => {
      const items = await shipmentsOf(ctx, params.pickID);
      return { items, count: items.length };
    }),
    route(pickAll, (ctx, { params: { pickID }, body }) => after(ctx, pickID, picks.pickAll(ctx, pickID, body.version))),
    route(packPick, async (ctx, { params: { pickID }, body }) => {
      const shipment = await packPicked(ctx, catalogue, pickID, body);
      await ctx.em.flush();
      return {
        pick: await pickByID(ctx, pickID, makers),
        shipmentID: shipment.id,
        shipmentNumber: shipment.number,
      };
    }),
    route(voidPick, (ctx, { params: { pickID }, body }) => after(ctx, pickID, picks.void(ctx, pickID, body.version))),
    route(updatePickLine, (ctx, { params: { pickID, pickLineID }, body }) =>
      after(ctx, pickID, lines.update(ctx, pickID, pickLineID, body)),
    ),
    route(pickPickLine, (ctx, { params: { pickID, pickLineID }, body }) =>
      after(ctx, pickID, lines.pick(ctx, pickID, pickLineID, body)),
    ),
    route(voidPickLine, (ctx, { params: { pickID, pickLineID }, body }) =>
      after(ctx, pickID, lines.void(ctx, pickID, pickLineID, body)),
    ),
  ];
}
