import { problems } from '@millwright/core/contracts';
import { type AccountContext, instantJSON, projection, sql } from '@millwright/core/server';
import {
  type CarrierOption,
  carrierOptions,
  carriers,
  listCarrierOptions,
  listCarriers,
} from '../../../contracts/index.ts';

/** Carriers by name, with their options. */
export const carrierView = projection(carriers.row, {
  list: listCarriers,
  table: 'commerce.carrier',
  computed: {
    options: sql`(select coalesce(json_agg(json_build_object('id', choice.id, 'name', choice.name, 'code', choice.code,
        'createdAt', ${instantJSON('choice.created_at')}, 'updatedAt', ${instantJSON('choice.updated_at')})
        order by choice.name, choice.id), '[]') from commerce.carrier_option choice
      where choice.account_id = carrier.account_id and choice.carrier_id = carrier.id)`,
  },
  search: ['name', 'code'],
  order: ['name'],
});

const optionView = projection(carrierOptions.row, {
  list: listCarrierOptions,
  table: 'commerce.carrier_option',
  search: ['name', 'code'],
  order: ['name'],
});

/** A page of the options of a carrier by name; 404 for an unknown carrier. */
export async function findCarrierOptions(
  ctx: AccountContext,
  carrierID: string,
  page: Parameters<typeof optionView.find>[1],
) {
  await carrierView.byID(ctx, carrierID);
  return optionView.find(ctx, page, {
    where: sql<boolean>`carrier_option.carrier_id = ${carrierID}`,
    key: carrierID,
  });
}

/** One option; 404 for an unknown id or an option of another carrier. */
export async function carrierOptionByID(ctx: AccountContext, carrierID: string, id: string): Promise<CarrierOption> {
  const option = await optionView.byID(ctx, id);
  if (option.carrierID !== carrierID) throw problems.not_found();
  return option;
}
