import { type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  refuseIfUsed,
  sql,
  touched,
} from '@millwright/core/server';
import {
  type CarrierOption as CarrierOptionReply,
  carrierProblems,
  type createCarrierOption,
  listCarrierOptions,
  listCarriers,
  type updateCarrierOption,
} from '../../../contracts/index.ts';
import { Carrier, CarrierOption } from './carrier.entity.ts';
import { carrierOptionByID, carrierView } from './carrier.queries.ts';

type CreateBody = EndpointRequest<typeof createCarrierOption>['body'];

/** Options of carriers; their history is part of the carrier's. */
export class CarrierOptionService {
  async create(ctx: AccountContext, carrierID: string, input: CreateBody): Promise<CarrierOptionReply> {
    const carrier = await ctx.em.getForUpdate(Carrier, carrierID);
    const option = ctx.em.create(CarrierOption, { id: newID('cao'), carrier, ...input });
    audit(ctx, { record: { type: 'carrier', id: carrierID }, action: 'option_added', note: input.name });
    await this.#written(ctx, carrierID);
    return carrierOptionByID(ctx, carrierID, option.id);
  }

  async update(
    ctx: AccountContext,
    carrierID: string,
    id: string,
    { version, ...fields }: EndpointRequest<typeof updateCarrierOption>['body'],
  ): Promise<CarrierOptionReply> {
    const before = await carrierOptionByID(ctx, carrierID, id);
    const option = await ctx.em.getForUpdate(CarrierOption, id);
    ctx.em.expectVersion(option, version);
    if (option.isBuiltIn && fields.code !== undefined && fields.code !== option.code)
      throw carrierProblems.carrier_built_in();
    ctx.em.assign(option, fields);
    const changes = changesOf(before, fields, ['name', 'code']);
    if (changes.length)
      audit(ctx, { record: { type: 'carrier', id: carrierID }, action: 'option_changed', changes, note: before.name });
    await this.#written(ctx, carrierID);
    return carrierOptionByID(ctx, carrierID, id);
  }

  async remove(ctx: AccountContext, carrierID: string, id: string): Promise<undefined> {
    const { rows } = await sql`select id from commerce.carrier_option
      where account_id = ${ctx.account.id} and carrier_id = ${carrierID} and id = ${id} for update`.execute(
      ctx.em.query(),
    );
    if (!rows.length) throw problems.not_found();
    const option = await ctx.em.get(CarrierOption, id);
    if (option.isBuiltIn) throw carrierProblems.carrier_built_in();
    await refuseIfUsed(ctx, 'carrier_option', option);
    ctx.em.remove(option);
    audit(ctx, { record: { type: 'carrier', id: carrierID }, action: 'option_removed', note: option.name });
    await this.#written(ctx, carrierID);
    return undefined;
  }

  /** Search finds a carrier by the names of its options too. */
  async #written(ctx: AccountContext, carrierID: string): Promise<void> {
    await ctx.em.flush();
    touched(ctx, listCarriers, listCarrierOptions);
    const { name, options } = await carrierView.byID(ctx, carrierID);
    const subtitle = options.map((option) => option.name).join(', ') || undefined;
    await indexRecord(ctx, { type: 'carrier', id: carrierID, title: name, subtitle, text: '' });
  }
}
