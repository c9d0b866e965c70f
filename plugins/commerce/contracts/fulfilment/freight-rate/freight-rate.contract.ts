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

/** A step of a rate: the charge of parcels from this weight on. */
export const freightRateStep = z.object({
  /** In pounds. */
  fromWeight: z.number(),
  amount: z.number(),
  /** Additional charge per pound of the parcel. */
  perPound: z.number(),
});
export type FreightRateStep = z.output<typeof freightRateStep>;

/** Largest number of steps in a freight rate. */
export const mostFreightRateSteps = 100;

/** A step in requests. */
export const freightRateStepInput = z.strictObject({
  fromWeight: nonNegativeMeasure.default(0),
  amount: nonNegativeMoney.default(0),
  perPound: nonNegativeUnitPrice.default(0),
});

/** The states of a rate. */
export const freightStatesOf = (states: string | null): string[] =>
  (states ?? '')
    .split(/[,;]/)
    .map((text) => text.trim().toUpperCase())
    .filter(Boolean);

const states = singleLine(500)
  .transform((text) => [...new Set(freightStatesOf(text))].join(', ') || null)
  .nullable();

/**
 * A carrier's agreed charges for parcels by weight, used for carriers that are not connected, or do not answer. A rate
 * for a service takes precedence over one for all services, then a rate for states over one for all states.
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
    /** Null for all services of the carrier. */
    carrierOption: named.nullable(),
    /** Destination states, `MN, WI`; null for all. */
    states: z.string().nullable(),
    /** By weight. The highest step that the parcel reaches applies; a lighter parcel has no rate here. */
    steps: z.array(freightRateStep),
  },
  sortBy: ['name', 'createdAt'],
  filters: { carrierIDs: repeated(z.string().max(100)) },
  body: {
    name: requiredLine(100, 'Name is required'),
    carrierID: carrierReference,
    carrierOptionID: carrierOptionReference.nullish(),
    /** Separated by commas; empty for all. */
    states: states.optional(),
    /** Replaces all steps. */
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

/** Steps as decimal texts, for calculation. */
export interface ExactStep {
  fromWeight: string;
  amount: string;
  perPound: string;
}

/** Charge of a parcel of this weight, half up to cents; undefined if it reaches no step. */
export function stepAmount(steps: readonly ExactStep[], weight: string): Big | undefined {
  let reached: ExactStep | undefined;
  for (const step of steps)
    if (decimal(step.fromWeight).lte(decimal(weight)) && !(reached && decimal(reached.fromWeight).gt(step.fromWeight)))
      reached = step;
  return reached && roundMoney(decimal(reached.amount).plus(decimal(reached.perPound).times(decimal(weight))));
}
