import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { definePart, projection, referenceAggregate, sql } from '@millwright/core/server';
import { freightRateDeclarations, freightRates, listFreightRates } from '../../../contracts/index.ts';
import { Carrier, CarrierOption } from '../../terms/carrier/carrier.entity.ts';
import { FreightRate, FreightRateStep } from './freight-rate.entity.ts';
import { createDemoFreightRate } from './freight-rate-demo.ts';
import { freightRateImport, stepText } from './freight-rate-import.ts';
import { removeSteps, writeSteps } from './freight-rate-steps.ts';

const named = (table: string, column: string) => sql`(select json_build_object('id', other.id, 'name', other.name)
  from ${sql.table(table)} other
  where other.account_id = freight_rate.account_id and other.id = ${sql.ref(`freight_rate.${column}`)})`;

const view = projection<typeof freightRates.row, EndpointRequest<typeof listFreightRates>['query']>(freightRates.row, {
  list: listFreightRates,
  table: 'commerce.freight_rate',
  computed: {
    carrier: named('commerce.carrier', 'carrier_id'),
    carrierOption: named('commerce.carrier_option', 'carrier_option_id'),
    steps: sql`(select coalesce(json_agg(json_build_object('fromWeight', step.from_weight, 'amount', step.amount,
        'perPound', step.per_pound) order by step.from_weight), '[]')
      from commerce.freight_rate_step step
      where step.account_id = freight_rate.account_id and step.freight_rate_id = freight_rate.id)`,
  },
  search: ['name', 'states'],
  filters: { carrierIDs: (ids) => sql<boolean>`freight_rate.carrier_id = any(${ids}::text[])` },
  order: ['name'],
});

const crud = referenceAggregate({
  entity: FreightRate,
  table: 'commerce.freight_rate',
  endpoints: freightRates,
  view,
  lists: [listFreightRates],
  fields: ['name', 'carrier', 'carrierOption', 'states', 'steps'],
  facts: (rate) => ({
    ...rate,
    carrier: rate.carrier.name,
    carrierOption: rate.carrierOption?.name ?? null,
    steps: rate.steps.map(stepText).join('; ') || null,
  }),
  data: (ctx, { carrierID, carrierOptionID, name, states }) => ({
    ...(name === undefined ? {} : { name }),
    ...(states === undefined ? {} : { states }),
    ...(carrierID ? { carrier: ctx.em.reference(Carrier, carrierID) } : {}),
    ...(carrierOptionID === undefined
      ? {}
      : { carrierOption: carrierOptionID === null ? null : ctx.em.reference(CarrierOption, carrierOptionID) }),
  }),
  async refuse(ctx, { carrier, carrierOption }) {
    if (!carrierOption) return;
    const { rows } = await sql`select id from commerce.carrier_option where account_id = ${ctx.account.id}
      and id = ${carrierOption.id} and carrier_id = ${carrier.id}`.execute(ctx.em.query());
    if (!rows.length)
      throw problems.invalid_input({
        errors: [{ path: 'carrierOptionID', message: 'The carrier has no such service' }],
      });
  },
  writeParts: (ctx, { id }, { steps }) => writeSteps(ctx, id, steps),
  beforeRemove: (ctx, { id }) => removeSteps(ctx, id),
  import: freightRateImport,
});

const what = ['freight rate', 'freight rates'] as const;

export const freightRatePart = definePart({
  ...crud,
  entities: [...(crud.entities ?? []), FreightRateStep],
  ...freightRateDeclarations,
  references: [
    { to: 'carrier', what, table: 'commerce.freight_rate', column: 'carrier_id', label: 'referrer.name' },
    { to: 'carrier_option', what, table: 'commerce.freight_rate', column: 'carrier_option_id', label: 'referrer.name' },
  ],
  demo: createDemoFreightRate,
  samples: [
    {
      table: 'commerce.freight_rate',
      row: (ids) => ({
        name: 'Rate {label}',
        carrier_id: ids('commerce.carrier'),
        carrier_option_id: ids('commerce.carrier_option'),
        states: 'MN, WI',
      }),
    },
    {
      table: 'commerce.freight_rate_step',
      row: (ids) => ({
        freight_rate_id: ids('commerce.freight_rate'),
        from_weight: '10',
        amount: '8.50',
        per_pound: '0.4',
      }),
    },
  ],
});
