import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  inUse,
  type ReferenceKind,
  recordCreated,
  removeRecord,
  type SearchableRecord,
  sql,
  updateRecord,
  usesOf,
} from '@millwright/core/server';
import {
  type Carrier as CarrierReply,
  type CreateCarrierInput,
  carrierProblems,
  listCarrierOptions,
  listCarriers,
  type UpdateCarrierInput,
} from '../../../contracts/index.ts';
import { Carrier, CarrierOption } from './carrier.entity.ts';
import { carrierByID } from './carrier.queries.ts';

const kind: ReferenceKind<Carrier, CarrierReply> = {
  type: 'carrier',
  entity: Carrier,
  table: 'commerce.carrier',
  lists: [listCarriers, listCarrierOptions],
  read: carrierByID,
  fields: ['name', 'code', 'trackingUrlTemplate'],
  subtitle: ({ options }) => options.map(({ name }) => name).join(', ') || undefined,
};

/** Carriers; their options have a service of their own. */
export class CarrierService {
  create(ctx: AccountContext, { options = [], ...fields }: CreateCarrierInput): Promise<CarrierReply> {
    const carrier = ctx.em.create(Carrier, { id: newID('car'), ...fields });
    for (const option of options) ctx.em.create(CarrierOption, { id: newID('cao'), carrier, ...option });
    return recordCreated(ctx, kind, carrier.id);
  }

  update(ctx: AccountContext, id: string, input: UpdateCarrierInput): Promise<CarrierReply> {
    return updateRecord(ctx, kind, id, input, (carrier) => {
      if (carrier.isBuiltIn && input.code !== undefined && input.code !== carrier.code)
        throw carrierProblems.carrier_built_in();
    });
  }

  remove(ctx: AccountContext, id: string): Promise<undefined> {
    return removeRecord(ctx, kind, id, async (carrier) => {
      if (carrier.isBuiltIn) throw carrierProblems.carrier_built_in();
      await this.#removeOptions(ctx, carrier);
    });
  }

  async #removeOptions(ctx: AccountContext, carrier: Carrier): Promise<void> {
    const options = await ctx.em.find(CarrierOption, { accountID: ctx.account.id, carrier });
    await sql`select id from commerce.carrier_option where account_id = ${ctx.account.id} and carrier_id = ${carrier.id}
      order by id for update`.execute(ctx.em.query());
    const uses = await usesOf(
      ctx,
      'carrier_option',
      options.map(({ id }) => id),
    );
    for (const option of options) {
      const used = uses.get(option.id);
      if (used) throw inUse(`${carrier.name} ${option.name}`, used);
      ctx.em.remove(option);
    }
  }
}

/** What generic parts ask about carriers. */
export const carrierRecords: SearchableRecord = {
  type: 'carrier',
  label: async (ctx, id) => (await ctx.em.get(Carrier, id)).name,
};
