import {
  type Big,
  crudEndpoints,
  decimal,
  nonNegativeMeasure,
  nonNegativeMoney,
  nonNegativeUnitPrice,
  repeated,
  requiredLine,
  roundMoney,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { carrierOptionReference, carrierReference } from '../../terms/carrier/carrier.contract.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** A weight from which a parcel costs so much. */
export const freightRateStep = z.object({
  /** Pounds. */
  fromWeight: z.number(),
  amount: z.number(),
  /** On top, for each pound that it weighs. */
  perPound: z.number(),
});
export type FreightRateStep = z.output<typeof freightRateStep>;

/** Most steps of a freight rate. */
export const mostFreightRateSteps = 100;

/** A step in requests. */
export const freightRateStepInput = z.strictObject({
  fromWeight: nonNegativeMeasure.default(0),
  amount: nonNegativeMoney.default(0),
  perPound: nonNegativeUnitPrice.default(0),
});

/** The states that a rate names. */
export const freightStatesOf = (states: string | null): string[] =>
  (states ?? '')
    .split(/[,;]/)
    .map((text) => text.trim().toUpperCase())
    .filter(Boolean);

const states = singleLine(500)
  .transform((text) => [...new Set(freightStatesOf(text))].join(', ') || null)
  .nullable();

/**
 * What a carrier takes for a parcel by its weight, as the account has agreed it: for carriers that are not connected,
 * and where one that is does not answer. A rate that names a service comes before one that does not, then one that
 * names states.
 */
export const freightRates = crudEndpoints({
  one: 'FreightRate',
  many: 'FreightRates',
  words: ['freight rate', 'freight rates'],
  path: '/v1/freight-rates',
  domain: 'carriers',
  prefix: 'frr',
  row: {
    name: z.string(),
    carrier: named,
    /** Null for every service of the carrier. */
    carrierOption: named.nullable(),
    /** States that it goes to, `MN, WI`; null for all. */
    states: z.string().nullable(),
    /** By weight. The last one that a parcel reaches counts; one that reaches none has no rate here. */
    steps: z.array(freightRateStep),
  },
  sortBy: ['name', 'createdAt'],
  filters: { carrierIDs: repeated(z.string().max(100)) },
  body: {
    name: requiredLine(100, 'Name is required'),
    carrierID: carrierReference,
    carrierOptionID: carrierOptionReference.nullish(),
    /** Apart by commas; empty for all. */
    states: states.optional(),
    /** In place of all that there are. */
    steps: z
      .array(freightRateStepInput)
      .max(mostFreightRateSteps, { error: `At most ${mostFreightRateSteps} steps` })
      .optional(),
  },
});

export const {
  list: listFreightRates,
  get: getFreightRate,
  create: createFreightRate,
  update: updateFreightRate,
  remove: deleteFreightRate,
  createBody: createFreightRateBody,
  updateBody: updateFreightRateBody,
} = freightRates;
export type FreightRate = z.output<typeof freightRates.row>;

/** Steps as decimal texts, as rates are computed with. */
export interface ExactStep {
  fromWeight: string;
  amount: string;
  perPound: string;
}

/** What a parcel of this weight costs by these steps, half up to cents; undefined where it reaches none. */
export function stepAmount(steps: readonly ExactStep[], weight: string): Big | undefined {
  let reached: ExactStep | undefined;
  for (const step of steps)
    if (decimal(step.fromWeight).lte(decimal(weight)) && !(reached && decimal(reached.fromWeight).gt(step.fromWeight)))
      reached = step;
  return reached && roundMoney(decimal(reached.amount).plus(decimal(reached.perPound).times(decimal(weight))));
}
