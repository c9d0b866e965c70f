import { newID } from '@millwright/core/contracts';
import type { AccountContext, ForbiddenState, PreparedState, Services } from '@millwright/core/server';
import { sql } from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import { packPickBody } from '../../../../contracts/index.ts';
import { packPicked } from '../plan/pack-pick.ts';

interface LabelledCase extends PreparedState {
  /** What the label says, as one text. */
  label: string;
}

const elsewhere = {
  name: 'Elsewhere',
  line1: '9 Other Road',
  city: 'Gary',
  state: 'IN',
  postalCode: '46401',
  country: 'US',
};

/** What a label says of a shipment: where it goes and who takes it there. */
const labelOf = (shipment: string): string =>
  `md5(concat_ws('|', ${shipment}.carrier_id, ${shipment}.carrier_option_id, ${shipment}.ship_to::text))`;

/** Packs what the demo has picked into one case, and asks for a label of it. */
async function prepare(ctx: AccountContext, services: Services): Promise<LabelledCase> {
  const { rows: picks } = await sql<{ id: string }>`select picked.pick_id as id from commerce.pick_line picked
    join commerce.pick pick on pick.account_id = picked.account_id and pick.id = picked.pick_id
    where picked.account_id = ${ctx.account.id} and picked.packed_at is null and pick.finished_at is null
      and pick.deleted_at is null
    order by picked.pick_id limit 1`.execute(ctx.em.query());
  const [pick] = picks;
  if (!pick) throw new Error('The demo has picked nothing that is not packed');
  const packed = packPickBody.parse({ shipmentCaseCount: 1 });
  const { id: shipmentID } = await packPicked(ctx, services.get(CataloguePort), pick.id, packed);
  await ctx.em.flush();
  const { rows } = await sql<{ caseID: string; customerID: string; label: string }>`select boxed.id as "caseID",
      shipment.customer_id as "customerID", ${sql.raw(labelOf('shipment'))} as label
    from commerce.shipment shipment
    join commerce.shipping_case boxed on boxed.account_id = shipment.account_id and boxed.shipment_id = shipment.id
    where shipment.account_id = ${ctx.account.id} and shipment.id = ${shipmentID}`.execute(ctx.em.query());
  const [{ caseID, customerID, label }] = rows as [{ caseID: string; customerID: string; label: string }];
  const now = ctx.clock.now();
  await ctx.em.insert('commerce.shipping_label', [
    {
      id: newID('lbl'),
      shipment_id: shipmentID,
      shipping_case_id: caseID,
      customer_id: customerID,
      status: 'requested',
      integration_id: 'practice',
      provider: 'practice',
      format: 'zpl',
      attempts: 0,
      version: 1,
      created_at: now,
      updated_at: now,
    },
  ]);
  return {
    label,
    ids: { 'commerce.shipment': [shipmentID], 'commerce.shipping_case': [caseID] },
    said: { shipTo: elsewhere },
  };
}

const shipmentOf = ({ ids }: PreparedState): string => ids['commerce.shipment']?.[0] ?? '';

/** A label names the address, the carrier and the option of its shipment, so these stay while it is valid. */
export const labelledCaseMoves: ForbiddenState = {
  name: 'a shipment with a label goes somewhere else',
  as: ['admin', 'user', 'scanner'],
  prepare,
  measure: (prepared) => `select count(*) as moved from commerce.shipment shipment
    where shipment.account_id = current_setting('app.account_id') and shipment.id = '${shipmentOf(prepared)}'
      and ${labelOf('shipment')} <> '${(prepared as LabelledCase).label}'`,
  past: (prepared) => `update commerce.shipment set ship_to = '{"name": "Elsewhere"}'
    where account_id = current_setting('app.account_id') and id = '${shipmentOf(prepared)}'`,
  meets: { case_has_label: 'updateShipment' },
};
