import type { EntityData } from '@mikro-orm/core';
import { type EndpointRequest, newID, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  type RecordLinks,
  type ReferenceKind,
  recordCreated,
  removeLinks,
  removeRecord,
  renewVersion,
  sql,
  updateRecord,
  writeLinks,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  type ConsumptionInput,
  type Consumption as ConsumptionReply,
  consumptions,
  type createProductionStep,
  listProductionSteps,
  type Production,
  type ProductionStep as ProductionStepReply,
  productionStepProblems,
  type updateProduction,
  type updateProductionStep,
} from '../../contracts/index.ts';
import { changeRecipes, type RecipeChange } from '../making/change-recipes.ts';
import { dropIdleLinks, joinFlow, removeLinksOf } from '../making/flow-links.ts';
import type { RecipeRuns } from '../production-run/orders/recipe-runs.ts';
import { Consumption } from './consumption/consumption.entity.ts';
import { hourlyOf, timeOf, unitNames } from './consumption/labor-input.ts';
import { ProductionStep } from './production-step.entity.ts';
import { consumptionView, stepView } from './production-step.queries.ts';

const amountText = ({ measure, unit }: Production['quantity'], sku: string): string => `${measure} ${unit} ${sku}`;

const namesOf = (records: readonly { name: string }[]): string => records.map(({ name }) => name).join(', ');

/** Writing, search and history of steps. */
export const stepKind: ReferenceKind<ProductionStep, ProductionStepReply> = {
  type: 'production_step',
  entity: ProductionStep,
  table: 'production.production_step',
  lists: [listProductionSteps, consumptions.list],
  read: (ctx, id) => stepView.byID(ctx, id),
  fields: [
    'name',
    'production',
    'consumptions',
    'laborTime',
    'laborRate',
    'overheadRate',
    'levelingFactor',
    'allowances',
    'machines',
    'in',
    'out',
    'isPreferred',
    'stocking',
    'secondsItemID',
    'scanningStation',
    'notes',
  ],
  facts: ({ production, consumptions: used, laborTime, laborRate, overheadRate, ...step }) => ({
    ...step,
    laborTime: laborTime && `${laborTime.measure} ${laborTime.unit}`,
    laborRate: laborRate?.value ?? null,
    overheadRate: overheadRate?.value ?? null,
    scanningStation: step.scanningStation?.name ?? null,
    machines: namesOf(step.machines),
    in: namesOf(step.in),
    out: namesOf(step.out),
    production: amountText(production.quantity, production.item.sku),
    consumptions: used
      .map(({ quantity, item, instructions }) =>
        [amountText(quantity, item.sku), instructions].filter(Boolean).join(': '),
      )
      .join('; '),
  }),
  subtitle: ({ production }) => `${production.item.sku} ${production.item.description}`,
};

type CreateBody = EndpointRequest<typeof createProductionStep>['body'];
type UpdateBody = EndpointRequest<typeof updateProductionStep>['body'];
type ConsumptionPage = EndpointRequest<typeof consumptions.list>['query'];
type ConsumptionUpdate = EndpointRequest<typeof consumptions.update>['body'];
type ProductionUpdate = EndpointRequest<typeof updateProduction>['body'];

/** An amount of an item in a request. */
interface Amount {
  itemID: string;
  measure: number;
  unitID?: string | undefined;
}

interface Stored {
  itemID: string;
  measure: string;
  unitID: string;
  baseMeasure: string;
}

type Fields = Omit<UpdateBody, 'production' | 'consumptions' | 'version'>;

const machineLinks: readonly RecordLinks[] = [
  {
    field: 'machineIDs',
    table: 'production.step_machine',
    owner: 'step_id',
    target: 'machine_id',
    to: 'inventory.v_machines',
    what: 'machine',
  },
  {
    field: 'scanningStationIDs',
    table: 'production.station_step',
    owner: 'step_id',
    target: 'station_id',
    to: 'production.scanning_station',
    what: 'scanning station',
  },
];

/** Links of a request body: a step with a given station belongs to that station only. */
async function linksOf(ctx: AccountContext, fields: Pick<Fields, 'machineIDs' | 'scanningStationID'>) {
  const { machineIDs, scanningStationID: id } = fields;
  if (id === undefined) return { machineIDs };
  if (id !== null) {
    const { rows } = await sql`select id from production.scanning_station
      where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
    if (!rows.length)
      throw problems.invalid_input({
        errors: [{ path: 'scanningStationID', message: 'There is no such scanning station' }],
      });
  }
  return { machineIDs, scanningStationIDs: id === null ? [] : [id] };
}

/** Assigns changed values; answers whether anything changed. */
function assignOther(ctx: AccountContext, found: Consumption, values: Partial<Consumption>): boolean {
  const stands = found as Record<string, unknown>;
  const other = Object.entries(values).filter(([name, value]) => `${stands[name] ?? ''}` !== `${value ?? ''}`);
  if (other.length) ctx.em.assign(found, Object.fromEntries(other));
  return other.length > 0;
}

/** Production steps with their consumptions. */
export class ProductionStepService {
  readonly #catalogue: CataloguePort;
  readonly #runs: RecipeRuns;

  constructor(catalogue: CataloguePort, runs: RecipeRuns) {
    this.#catalogue = catalogue;
    this.#runs = runs;
  }

  /** Runs `work` as one change of recipes: cycles are only checked at the end. */
  together<T>(ctx: AccountContext, work: () => Promise<T>): Promise<T> {
    return changeRecipes(ctx, this.#runs, work);
  }

  create(ctx: AccountContext, body: CreateBody): Promise<ProductionStepReply> {
    return changeRecipes(ctx, this.#runs, (change) => this.#create(ctx, body, change));
  }

  async #create(
    ctx: AccountContext,
    { production, consumptions: used = [], ...fields }: CreateBody,
    change: RecipeChange,
  ): Promise<ProductionStepReply> {
    refuseCircle(production.itemID, used);
    const [made, ...amounts] = await this.#amounts(ctx, production, used);
    await this.#refuseSeconds(ctx, production.itemID, fields.secondsItemID);
    if (fields.isPreferred) await this.#preferNone(ctx, production.itemID, change);
    const storedFields = await this.#stored(ctx, fields);
    // The stored fields are typed as changes, which may leave out what a new step has.
    const step = ctx.em.create(ProductionStep, { id: newID('pst'), ...storedFields, ...made } as never);
    change.note(step.id, [production.itemID, ...used.map(({ itemID }) => itemID)]);
    for (const [position, each] of used.entries()) this.#add(ctx, step, each, amounts[position] as Stored, position);
    await ctx.em.flush();
    await writeLinks(ctx, machineLinks, step.id, await linksOf(ctx, fields));
    await joinFlow(ctx, step.id);
    return recordCreated(ctx, stepKind, step.id);
  }

  /** Given consumptions replace those of the step; unchanged ones keep their ids. */
  update(ctx: AccountContext, id: string, body: UpdateBody): Promise<ProductionStepReply> {
    return changeRecipes(ctx, this.#runs, (change) => this.#update(ctx, id, body, change));
  }

  async #update(
    ctx: AccountContext,
    id: string,
    { production, consumptions: used, version, ...fields }: UpdateBody,
    change: RecipeChange,
  ): Promise<ProductionStepReply> {
    const step = await ctx.em.getForUpdate(ProductionStep, id);
    const before = await this.#consumptionsOf(ctx, id);
    change.note(id, [
      ...[step.itemID, ...(production ? [production.itemID] : [])],
      ...[...before, ...(used ?? [])].map(({ itemID }) => itemID),
    ]);
    refuseCircle(production?.itemID ?? step.itemID, used ?? before, production ? 'production.itemID' : undefined);
    const [made, ...amounts] = await this.#amounts(ctx, production, used ?? []);
    const seconds = fields.secondsItemID ?? (production ? step.secondsItemID : undefined);
    await this.#refuseSeconds(ctx, production?.itemID ?? step.itemID, seconds);
    const storedFields = await this.#stored(ctx, fields);
    if (fields.isPreferred) await this.#preferNone(ctx, production?.itemID ?? step.itemID, change, id);
    const newItems = [
      ...(made && made.itemID !== step.itemID ? [made.itemID] : []),
      ...(used ?? []).map(({ itemID }) => itemID).filter((itemID) => !before.some((other) => other.itemID === itemID)),
    ];
    const hasOthers = used !== undefined && this.#replace(ctx, step, before, used, amounts as Stored[]);
    return updateRecord(ctx, stepKind, id, { ...storedFields, ...made, version }, undefined, async (stored) => {
      const hasOtherMachines = await writeLinks(ctx, machineLinks, id, await linksOf(ctx, fields));
      if (hasOthers || hasOtherMachines) renewVersion(ctx, stored);
      if (!made && used === undefined) return;
      await ctx.em.flush();
      await dropIdleLinks(ctx, id);
      await joinFlow(ctx, id, newItems);
    });
  }

  /** Seconds must have the same base unit as the product. */
  async #refuseSeconds(ctx: AccountContext, itemID: string, secondsItemID: string | null | undefined): Promise<void> {
    if (!secondsItemID) return;
    await this.#catalogue.holdItems(ctx, [secondsItemID]);
    const { rows } = await sql<{ id: string; unitID: string }>`select id, base_unit_id as "unitID"
      from inventory.v_items where account_id = ${ctx.account.id} and id in (${itemID}, ${secondsItemID})
        and (product_type is null or product_type = 'sale')`.execute(ctx.em.query());
    const unitOf = (id: string) => rows.find((row) => row.id === id)?.unitID;
    if (secondsItemID === itemID || unitOf(secondsItemID) === undefined || unitOf(secondsItemID) !== unitOf(itemID))
      throw problems.invalid_input({
        errors: [{ path: 'secondsItemID', message: 'Must be another item that is counted in the same base unit' }],
      });
  }

  /** Removes the preference from the item's other steps. */
  async #preferNone(ctx: AccountContext, itemID: string, change: RecipeChange, exceptID?: string): Promise<void> {
    const preferred = { accountID: ctx.account.id, itemID, isPreferred: true };
    for (const { id } of await ctx.em.find(ProductionStep, preferred)) {
      if (id === exceptID) continue;
      change.note(id);
      await updateRecord(ctx, stepKind, id, { isPreferred: false });
    }
  }

  /** Replaces the consumptions of a step; answers whether anything changed. */
  #replace(
    ctx: AccountContext,
    step: ProductionStep,
    before: readonly Consumption[],
    used: readonly ConsumptionInput[],
    amounts: readonly Stored[],
  ): boolean {
    const known = new Map(before.map((own) => [own.itemID, own]));
    let isOther = false;
    for (const [position, own] of used.entries()) {
      const found = known.get(own.itemID);
      const { instructions = null } = own;
      if (found) isOther = assignOther(ctx, found, { ...amounts[position], instructions, position }) || isOther;
      else {
        this.#add(ctx, step, own, amounts[position] as Stored, position);
        isOther = true;
      }
      known.delete(own.itemID);
    }
    for (const gone of known.values()) ctx.em.remove(gone);
    return isOther || known.size > 0;
  }

  /** A step in the bill of a started run cannot be deleted, because batches may still reach it. */
  remove(ctx: AccountContext, id: string): Promise<undefined> {
    return changeRecipes(ctx, this.#runs, (change) =>
      removeRecord(ctx, stepKind, id, async ({ itemID }) => {
        await this.#runs.refuseInWork(ctx, id);
        const used = await this.#consumptionsOf(ctx, id);
        change.note(id, [itemID, ...used.map((own) => own.itemID)]);
        await removeLinksOf(ctx, id);
        await removeLinks(ctx, machineLinks, id);
        for (const consumption of used) ctx.em.remove(consumption);
      }),
    );
  }

  /** Deletes a step if it still exists. */
  async removeIfThere(ctx: AccountContext, id: string): Promise<void> {
    if (await ctx.em.findOne(ProductionStep, { accountID: ctx.account.id, id })) await this.remove(ctx, id);
  }

  async consumptionsOf(ctx: AccountContext, stepID: string, page: ConsumptionPage) {
    await ctx.em.get(ProductionStep, stepID);
    return consumptionView.find(ctx, { ...page, stepID });
  }

  async consumption(ctx: AccountContext, stepID: string, id: string): Promise<ConsumptionReply> {
    await this.#consumption(ctx, stepID, id);
    return consumptionView.byID(ctx, id);
  }

  async addConsumption(ctx: AccountContext, stepID: string, own: ConsumptionInput): Promise<ConsumptionReply> {
    const id = newID('csm');
    await changeRecipes(ctx, this.#runs, async (change) => {
      const step = await this.#changing(ctx, stepID, own.itemID);
      const before = await this.#consumptionsOf(ctx, stepID);
      const [, amounts] = await this.#amounts(ctx, undefined, [own], '');
      const position = Math.max(-1, ...before.map((other) => other.position)) + 1;
      change.note(stepID, [step.itemID, own.itemID]);
      await this.#touch(ctx, stepID, () => this.#add(ctx, step, own, amounts as Stored, position, id), [own.itemID]);
    });
    return consumptionView.byID(ctx, id);
  }

  async updateConsumption(ctx: AccountContext, stepID: string, id: string, body: ConsumptionUpdate) {
    const { itemID, measure, unitID, instructions, version } = body;
    await changeRecipes(ctx, this.#runs, async (change) => {
      const step = await this.#changing(ctx, stepID, itemID);
      const found = await this.#consumption(ctx, stepID, id);
      ctx.em.expectVersion(found, version);
      const isOther = (itemID ?? found.itemID) !== found.itemID || (unitID ?? found.unitID) !== found.unitID;
      if (isOther && measure === undefined)
        throw problems.invalid_input({ errors: [{ path: 'measure', message: 'Say how much of it is used up' }] });
      change.note(stepID, [step.itemID, found.itemID, ...(itemID === undefined ? [] : [itemID])]);
      const requested = measure === undefined ? [] : [{ itemID: itemID ?? found.itemID, measure, unitID }];
      const [, amounts] = await this.#amounts(ctx, undefined, requested, '');
      const changedAmounts = { ...amounts, ...(instructions === undefined ? {} : { instructions }) };
      if (assignOther(ctx, found, changedAmounts))
        await this.#touch(ctx, stepID, () => undefined, itemID === undefined ? [] : [itemID]);
    });
    return consumptionView.byID(ctx, id);
  }

  removeConsumption(ctx: AccountContext, stepID: string, id: string): Promise<undefined> {
    return changeRecipes(ctx, this.#runs, async (change): Promise<undefined> => {
      const step = await this.#changing(ctx, stepID);
      const found = await this.#consumption(ctx, stepID, id);
      change.note(stepID, [step.itemID, found.itemID]);
      await this.#touch(ctx, stepID, () => ctx.em.remove(found));
    });
  }

  /** The step's production; 404 for the id of another step's production. */
  async production(ctx: AccountContext, stepID: string, id: string): Promise<Production> {
    const { production } = await stepView.byID(ctx, stepID);
    if (production.id !== id) throw problems.not_found({ message: 'The production is not produced by the step' });
    return production;
  }

  async updateProduction(ctx: AccountContext, stepID: string, id: string, body: ProductionUpdate): Promise<Production> {
    const { item } = await this.production(ctx, stepID, id);
    const { version, itemID = item.id, ...amount } = body;
    await this.update(ctx, stepID, { production: { itemID, ...amount }, version });
    return this.production(ctx, stepID, id);
  }

  /** The locked step, if it may consume this item. */
  async #changing(ctx: AccountContext, stepID: string, itemID?: string): Promise<ProductionStep> {
    const step = await ctx.em.getForUpdate(ProductionStep, stepID);
    if (itemID === step.itemID) throw usesWhatItMakes('itemID');
    return step;
  }

  /** Writes the consumptions of a step; `newItems` are linked with the steps that make them. */
  async #touch(ctx: AccountContext, stepID: string, write: () => void, newItems: readonly string[] = []) {
    await updateRecord(ctx, stepKind, stepID, {}, write, async (stored) => {
      renewVersion(ctx, stored);
      await ctx.em.flush();
      await dropIdleLinks(ctx, stepID);
      await joinFlow(ctx, stepID, newItems);
    });
  }

  #consumptionsOf(ctx: AccountContext, stepID: string): Promise<Consumption[]> {
    return ctx.em.find(
      Consumption,
      { accountID: ctx.account.id, step: { id: stepID } },
      { orderBy: { position: 'asc' }, refresh: true },
    );
  }

  async #consumption(ctx: AccountContext, stepID: string, id: string): Promise<Consumption> {
    const found = await ctx.em.findOne(Consumption, { accountID: ctx.account.id, id, step: { id: stepID } });
    if (!found) throw problems.not_found();
    return found;
  }

  #add(
    ctx: AccountContext,
    step: ProductionStep,
    { instructions = null }: { instructions?: string | null | undefined },
    amounts: Stored,
    position: number,
    id = newID('csm'),
  ): void {
    ctx.em.create(Consumption, { id, step, position, instructions, ...amounts });
  }

  /** The product, if given, and the consumptions, in base units; the items are locked until the transaction ends. */
  async #amounts(
    ctx: AccountContext,
    made: Amount | undefined,
    used: readonly Amount[],
    list = 'consumptions',
  ): Promise<[Stored | undefined, ...Stored[]]> {
    const requested = [
      ...(made ? [{ ...made, path: 'production' }] : []),
      ...used.map((own, index) => ({ ...own, path: list && `${list}.${index}` })),
    ];
    if (!requested.length) return [undefined];
    const ids = requested.map(({ itemID }) => itemID);
    await this.#catalogue.holdItems(ctx, ids);
    const under = (path: string, field: string) => (path ? `${path}.${field}` : field);
    for (const { itemID, path } of await this.#notInStock(ctx, requested)) {
      const isMade = made !== undefined && path === 'production';
      const refused = isMade ? 'invalid_production_type' : 'invalid_consumption_type';
      const { message } = productionStepProblems.declarations[refused];
      throw productionStepProblems[refused]({
        errors: [{ path: under(path, 'itemID'), message }],
        details: { itemID },
      });
    }
    const amounts = await this.#catalogue.convertToBase(
      ctx,
      requested.map(({ itemID, measure, unitID, path }) => ({ itemID, measure, unitID, path: under(path, 'measure') })),
    );
    const all = amounts.map(({ itemID, measure, unitID, baseMeasure }) => ({ itemID, measure, unitID, baseMeasure }));
    return made ? (all as [Stored, ...Stored[]]) : [undefined, ...all];
  }

  /** Fields in stored form: numbers as texts, times in a unit of time, rates per hour. Absent fields stay. */
  async #stored(ctx: AccountContext, fields: Fields): Promise<EntityData<ProductionStep>> {
    const { laborTime, laborRate, overheadRate, levelingFactor, allowances, stocking, ...others } = fields;
    const { machineIDs: _, scanningStationID: __, ...own } = others;
    const named = [laborTime, laborRate, overheadRate].some((input) => typeof input === 'object' && input !== null);
    const units = named ? await unitNames(ctx) : new Map<string, string>();
    const time = laborTime == null ? {} : timeOf(laborTime, units);
    const numbers = {
      laborTime: laborTime === null ? null : time.laborTime,
      laborRate: laborRate && hourlyOf(laborRate, units, 'laborRate'),
      overheadRate: overheadRate && hourlyOf(overheadRate, units, 'overheadRate'),
      levelingFactor,
      allowances,
    };
    const texts = Object.entries(numbers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === null ? null : String(value)]);
    return {
      ...own,
      ...(time.laborTimeUnit ? { laborTimeUnit: time.laborTimeUnit } : {}),
      ...Object.fromEntries(texts),
      ...(stocking === undefined ? {} : { isStocked: stocking }),
    };
  }

  /** Services and charges among the items. */
  async #notInStock<Asked extends Amount>(ctx: AccountContext, amounts: readonly Asked[]): Promise<Asked[]> {
    const { rows } = await sql<{ id: string }>`select id from inventory.v_items
      where account_id = ${ctx.account.id} and id = any(${amounts.map(({ itemID }) => itemID)}::text[])
        and product_type <> 'sale'`.execute(ctx.em.query());
    return amounts.filter(({ itemID }) => rows.some(({ id }) => id === itemID));
  }
}

const usesWhatItMakes = (path: string) =>
  productionStepProblems.invalid_consumption_type({
    errors: [{ path, message: 'A step cannot use up what it makes' }],
  });

/** Refuses a step that consumes its own product, or the same item twice. */
function refuseCircle(madeID: string, used: readonly { itemID: string }[], changed?: string): void {
  for (const [index, { itemID }] of used.entries()) {
    const path = `consumptions.${index}.itemID`;
    if (itemID === madeID) throw usesWhatItMakes(changed ?? path);
    if (used.findIndex((other) => other.itemID === itemID) < index)
      throw problems.invalid_input({ errors: [{ path, message: 'The item is used up by this step already' }] });
  }
}
