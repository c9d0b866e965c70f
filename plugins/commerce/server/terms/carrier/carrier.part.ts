import { newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  definePart,
  inUse,
  referenceAggregate,
  route,
  service,
  sql,
  usesOf,
} from '@millwright/core/server';
import {
  carrierDeclarations,
  carrierProblems,
  carriers,
  createCarrierOption,
  deleteCarrierOption,
  getCarrierOption,
  listCarrierOptions,
  listCarriers,
  updateCarrierOption,
} from '../../../contracts/index.ts';
import { Carrier, CarrierOption } from './carrier.entity.ts';
import { carrierOptionByID, carrierView, findCarrierOptions } from './carrier.queries.ts';
import { carrierImport } from './carrier-import.ts';
import { CarrierOptionService } from './carrier-option.service.ts';
import { seedCarriers } from './seed-carriers.ts';

async function removeOptions(ctx: AccountContext, carrier: Carrier): Promise<void> {
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

/** Routes, import and commands of carriers. */
export const carrierRecord = referenceAggregate({
  entity: Carrier,
  table: 'commerce.carrier',
  endpoints: carriers,
  view: carrierView,
  lists: [listCarriers, listCarrierOptions],
  fields: ['name', 'code', 'trackingUrlTemplate'],
  subtitle: ({ options }) => options.map(({ name }) => name).join(', ') || undefined,
  data: (_ctx, { options: _options, ...fields }) => fields,
  checkUpdate(carrier, { code }) {
    if (carrier.isBuiltIn && code !== undefined && code !== carrier.code) throw carrierProblems.carrier_built_in();
  },
  async writeParts(ctx, carrier, { options = [] }) {
    for (const option of options) ctx.em.create(CarrierOption, { id: newID('cao'), carrier, ...option });
    return false;
  },
  async beforeRemove(ctx, carrier) {
    if (carrier.isBuiltIn) throw carrierProblems.carrier_built_in();
    await removeOptions(ctx, carrier);
  },
  import: carrierImport,
});

export const carrierPart = definePart({
  ...carrierRecord,
  ...carrierDeclarations,
  problems: carrierProblems,
  entities: [Carrier, CarrierOption],
  services: [service(CarrierOptionService)],
  routes: (services) => {
    const options = services.get(CarrierOptionService);
    return [
      ...carrierRecord.routes(),
      route(listCarrierOptions, (ctx, { params, query }) => findCarrierOptions(ctx, params.carrierID, query)),
      route(getCarrierOption, (ctx, { params }) => carrierOptionByID(ctx, params.carrierID, params.carrierOptionID)),
      route(createCarrierOption, (ctx, { params, body }) => options.create(ctx, params.carrierID, body)),
      route(updateCarrierOption, (ctx, { params, body }) =>
        options.update(ctx, params.carrierID, params.carrierOptionID, body),
      ),
      route(deleteCarrierOption, (ctx, { params }) => options.remove(ctx, params.carrierID, params.carrierOptionID)),
    ];
  },
  onEnable: seedCarriers,
  samples: [
    {
      table: 'commerce.carrier',
      row: { code: 'carrier_{label}', name: 'Carrier {label}', is_built_in: false, tracking_url_template: null },
    },
    {
      table: 'commerce.carrier_option',
      row: (ids) => ({
        carrier_id: ids('commerce.carrier'),
        code: 'O{label}',
        name: 'Option {label}',
        is_built_in: false,
      }),
    },
  ],
});
