import {
  crudEndpoints,
  endpoint,
  filterValue,
  idOf,
  isoDateOrDateTime,
  noteText,
  positiveMeasure,
  quantity,
  quantityInput,
  rate,
  rateInput,
  repeated,
  requiredLine,
  wireDecimal,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Ids of inventory's items and units in requests. */
const stockItemReference = idOf('itm', 'Item is required');
const unitReference = idOf('unit', 'Unit is required');
const machineReference = idOf('mch', 'Machine is required');

/** An item in steps, flows and runs. */
export const stepItem = z.object({
  id: z.string(),
  sku: z.string(),
  description: z.string(),
  type: z.enum(['product', 'part', 'material', 'supply']),
});

/** Units of labor time, with their size in seconds. */
export const laborTimeUnits = { sec: 1, min: 60, hr: 3600, day: 86_400 } as const;
export type LaborTimeUnit = keyof typeof laborTimeUnits;
const unitNames = Object.keys(laborTimeUnits) as [LaborTimeUnit, ...LaborTimeUnit[]];
export const laborTimeUnit = z.enum(unitNames, { error: `Must be one of ${unitNames.join(', ')}` });

/** Labor times and hourly rates in files, which have no units. */
export const positiveRate = wireDecimal({ scale: 6, above: 0 });
/** Dollars per hour: a number, or a rate with its units. */
const hourlyRate = rateInput.refine((input) => (typeof input === 'number' ? input : input.value) > 0, {
  error: 'Must be above 0',
});
/** Leveling factor and allowances, as shares of the time: 0.15 is fifteen percent. */
export const timeShare = wireDecimal({ scale: 6, integerDigits: 3, min: 0, max: 100 });

const instructions = noteText.nullish();
const unitID = unitReference.optional();
/** Measures without a unit are in the item's default unit. */
const amountFields = { itemID: stockItemReference, measure: positiveMeasure, unitID };
const consumptionBody = z.strictObject({ ...amountFields, instructions });
const productionBody = z.strictObject(amountFields);
export type ConsumptionInput = z.output<typeof consumptionBody>;

const consumptionFields = { item: stepItem, quantity, instructions: z.string().nullable() };

/** What a step makes. */
export const production = z.object({ id: z.string(), item: stepItem, quantity });
export type Production = z.output<typeof production>;

const stepLink = z.object({ id: z.string(), name: z.string() });

/** A production step (spec operations section 3): it makes one item from its consumptions. */
export const productionSteps = crudEndpoints({
  one: 'ProductionStep',
  many: 'ProductionSteps',
  words: ['production step', 'production steps'],
  path: '/v1/production-steps',
  domain: 'production_steps',
  prefix: 'pst',
  row: {
    name: z.string(),
    production,
    consumptions: z.array(z.object({ id: z.string(), ...consumptionFields })),
    /** For `production.quantity`, in a unit of time; id `qty_<stepID>.laborTime`. Null if unknown. */
    laborTime: quantity.nullable(),
    /** Per hour; ids `rate_<stepID>.laborRate` and `.overheadRate`. */
    laborRate: rate.nullable(),
    overheadRate: rate.nullable(),
    levelingFactor: z.number(),
    allowances: z.number(),
    /** Machines for the step, by name. */
    machines: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Steps whose products flow into this one, and steps that its product flows into, by name. */
    in: z.array(stepLink),
    out: z.array(stepLink),
    /**
     * Whether it is the preferred one of several steps that make the item; without a preferred step the first by name
     * is used.
     */
    isPreferred: z.boolean(),
    /**
     * Whether the step's product goes into stock and is taken from there, or flows on with its batch. Without
     * `stocking`, products that are sold, or consumed by more or less than one step, are stocked.
     */
    isStocked: z.boolean(),
    stocking: z.boolean().nullable(),
    /** Item of second-quality pieces; if null they wait in quarantine as the step's product. */
    secondsItemID: z.string().nullable(),
    /** The first by name of the step's stations. */
    scanningStationID: z.string().nullable(),
    scanningStation: z.object({ id: z.string(), name: z.string() }).nullable(),
    notes: z.string().nullable(),
  },
  sortBy: ['name', 'production', 'createdAt'],
  filters: {
    /** Steps that make these items. */
    itemIDs: repeated(z.string()),
    /** Steps that consume these items. */
    consumedItemIDs: repeated(z.string()),
    /** Steps that these steps flow into, and steps that flow into these. */
    inputStepIDs: repeated(z.string()),
    outputStepIDs: repeated(z.string()),
    machineIDs: repeated(z.string()),
    scanningStationIDs: repeated(z.string()),
    startDate: filterValue(isoDateOrDateTime),
    endDate: filterValue(isoDateOrDateTime),
  },
  body: {
    name: requiredLine(100, 'Step name is required'),
    production: productionBody,
    consumptions: z.array(consumptionBody).max(500, { error: 'Must have at most 500 consumptions' }).optional(),
    /** A number of hours, or `{measure, unitID}` with a unit of time. */
    laborTime: quantityInput.nullish(),
    laborRate: hourlyRate.nullish(),
    overheadRate: hourlyRate.nullish(),
    levelingFactor: timeShare.optional(),
    allowances: timeShare.optional(),
    machineIDs: z.array(machineReference).max(500).optional(),
    isPreferred: z.boolean().optional(),
    stocking: z.boolean().nullish(),
    /** Must have the same base unit as the step's product. */
    secondsItemID: stockItemReference.nullish(),
    /** Station of the step; replaces all its stations. */
    scanningStationID: idOf('sst', 'Scanning station is required').nullish(),
    notes: noteText.nullish(),
  },
});

export const {
  list: listProductionSteps,
  get: getProductionStep,
  create: createProductionStep,
  update: updateProductionStep,
  remove: deleteProductionStep,
  createBody: createProductionStepBody,
  updateBody: updateProductionStepBody,
} = productionSteps;
export type ProductionStep = z.output<typeof productionSteps.row>;

/** Consumptions of steps; an item occurs once per step. */
export const consumptions = crudEndpoints({
  one: 'Consumption',
  many: 'Consumptions',
  words: ['consumption of a production step', 'consumptions of a production step'],
  path: '/v1/production-steps/{productionStepID}/consumptions',
  domain: 'production_steps',
  row: consumptionFields,
  sortBy: ['item', 'createdAt'],
  body: { ...amountFields, instructions },
});
export type Consumption = z.output<typeof consumptions.row>;

const productionPath = '/v1/production-steps/{productionStepID}/productions/{productionID}';

/** The product of a step; 404 if the id is not that of the step's production. */
export const getProduction = endpoint({
  name: 'getProduction',
  method: 'GET',
  path: productionPath,
  permission: 'production_steps:read',
  summary: 'Reads what a production step makes.',
  reply: production,
});

/** Changes the product of a step, or its quantity. */
export const updateProduction = endpoint({
  name: 'updateProduction',
  method: 'PATCH',
  path: productionPath,
  permission: 'production_steps:update',
  summary: 'Changes what a production step makes.',
  body: z.strictObject({ ...amountFields, itemID: stockItemReference.optional(), version: z.int().optional() }),
  reply: production,
});
