import { addDays, newID } from '@millwright/core/contracts';
import type { AccountContext, ForbiddenState, PreparedState, Services } from '@millwright/core/server';
import { todayOf } from '@millwright/core/server';
import { SupplyPort } from '@millwright/inventory/contracts';
import { soldItem, stateCustomer, stateOrder } from './state-order.ts';

interface ExpiredStock extends PreparedState {
  /** Day of the account. */
  today: string;
  itemID: string;
  lotID: string;
}

const lotNumber = 'EXPIRED-1';
/** More than the demo has of anything. */
const everything = 100_000;

/**
 * All good stock of a product is promised to one order, five of an expired lot are beside it, and another order for the
 * product is still an estimate.
 */
async function prepare(ctx: AccountContext, services: Services): Promise<ExpiredStock> {
  const today = todayOf(ctx);
  const customerID = await stateCustomer(ctx, services, 'Fresh Outfitters');
  const item = await soldItem(ctx);
  const first = await stateOrder(ctx, services, customerID, 'issued', { quantityOrdered: everything });
  const [received] = await services
    .get(SupplyPort)
    .receive(ctx, { type: 'delivery', id: newID('exr'), number: 'STATE-1' }, [
      {
        lineID: 'one',
        itemID: item.id,
        measure: '5',
        unitID: item.unitID,
        unitCost: '1',
        lotNumber,
        expiresOn: addDays(today, -1),
      },
    ]);
  const lotID = received?.lots[0]?.lotID ?? '';
  const { id } = await stateOrder(ctx, services, customerID, 'estimate');
  return {
    today,
    itemID: item.id,
    lotID,
    customerID,
    ids: {
      'commerce.sales_order': [id, first.id],
      'commerce.pick': [first.pickID ?? ''],
      'inventory.item': [item.id],
      'inventory.lot': [lotID],
    },
    words: { status: 'issued', statusChange: 'issued', lotNumber, 'line.sku': item.sku, 'line.quantity': 3 },
  };
}

/** Expired stock is promised to no order, whichever door asks for it, and fetched for none. */
export const expiredStockPromised: ForbiddenState = {
  name: 'stock of an expired lot is promised or picked',
  as: ['admin', 'scanner', 'customer'],
  prepare,
  measure: (prepared) => {
    const { itemID, lotID, today } = prepared as ExpiredStock;
    return `select
      (select greatest(0, coalesce((select sum(demand.reserved) from inventory.v_demands demand
          where demand.account_id = current_setting('app.account_id')
            and demand.item_id = '${itemID}'), 0)
        - coalesce((select sum(case when there.is_usable then there.on_hand else there.allocated end)
          from inventory.v_stock_on_hand there where there.account_id = current_setting('app.account_id')
            and there.item_id = '${itemID}'
            and (there.expires_on is null or there.expires_on::date >= '${today}')), 0))) as promised,
      (select count(*) from commerce.pick_line picked where picked.account_id = current_setting('app.account_id')
        and picked.lot_id = '${lotID}') as picked`;
  },
  past: (prepared) => `update commerce.pick_line picked set lot_id = '${(prepared as ExpiredStock).lotID}'
    where picked.account_id = current_setting('app.account_id') and picked.id = (select min(any_line.id)
      from commerce.pick_line any_line where any_line.account_id = current_setting('app.account_id'))`,
  meets: { accepted: 'changeSalesOrderStatus' },
};
