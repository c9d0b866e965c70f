import { type BulkAnswer, decimal, newID, problems, type RateInput, toColumn } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  type BulkAction,
  type BulkItem,
  changesOf,
  emit,
  indexRecord,
  type RecordSource,
  runBulk,
  sql,
  touched,
  unindexRecords,
} from '@millwright/core/server';
import {
  type CatalogueUse,
  type CreateProductInput,
  type Product,
  type ProductFilter,
  type ProductUsagePort,
  productChanged,
  productCreated,
  productDeleted,
  type UpdateProductInput,
} from '../../contracts/index.ts';
import { inUse, reasonOf } from '../catalogue/in-use.ts';
import { Item } from '../item/item.entity.ts';
import { ProductLine } from '../product-line/product-line.entity.ts';
import { UnitConversion } from '../unit-group/unit-group.entity.ts';
import { findProductIDs, productByID } from './product.queries.ts';
import { type PricedUnits, ratePer, storedRate } from './product-rate.ts';
import { type ChosenUnits, chooseUnits } from './product-units.ts';

/** What the history and the event name as changed; values as people read them. */
const facts = (product: Product) => ({
  sku: product.sku,
  description: product.description,
  productType: product.productType,
  manufacturer: product.manufacturer,
  manufacturerPartNumber: product.manufacturerPartNumber,
  notes: product.notes,
  unitValue: product.unitValue.value,
  unitCost: product.unitCost?.value ?? null,
  productLine: product.productLine?.name ?? null,
  unitGroup: product.unitGroup.name,
  defaultUnit: product.defaultUnit.name,
  startDate: product.startDate,
  endDate: product.endDate,
});

const record = (id: string) => ({ type: 'product', id });

/** Products: items of type product. */
export class ProductService {
  readonly #usage: ProductUsagePort | undefined;

  constructor(usage: ProductUsagePort | undefined) {
    this.#usage = usage;
  }

  async create(ctx: AccountContext, input: CreateProductInput): Promise<Product> {
    const { productLineID, unitGroupID, defaultUnitID, unitValue, unitCost, ...fields } = input;
    const line = await this.#line(ctx, productLineID);
    const units = await chooseUnits(ctx, { unitGroupID, defaultUnitID, lineUnitGroupID: line?.unitGroup?.id });
    const item = ctx.em.create(Item, {
      id: newID('itm'),
      type: 'product',
      ...fields,
      unitValue: storedRate(unitValue, units, 'unitValue'),
      unitCost: storedRate(unitCost, units, 'unitCost'),
      productLine: line ?? null,
      defaultConversion: ctx.em.reference(UnitConversion, units.defaultConversionID),
    });
    audit(ctx, { record: record(item.id), action: 'created' });
    emit(ctx, productCreated, { itemID: item.id, sku: item.sku }, record(item.id));
    await ctx.em.flush();
    const product = await productByID(ctx, item.id);
    await this.#index(ctx, product);
    touched(ctx, 'products', 'product-lines', 'unit-groups');
    return product;
  }

  async update(ctx: AccountContext, itemID: string, input: UpdateProductInput): Promise<Product> {
    const item = await this.#held(ctx, itemID);
    ctx.em.expectVersion(item, input.version);
    const before = await productByID(ctx, itemID);
    const { version: _, productLineID, unitGroupID, defaultUnitID, unitValue, unitCost, ...fields } = input;
    const startDate = fields.startDate === undefined ? before.startDate : fields.startDate;
    const endDate = fields.endDate === undefined ? before.endDate : fields.endDate;
    if (startDate && endDate && startDate > endDate)
      throw problems.invalid_input({ errors: [{ path: 'endDate', message: 'The end date is before the start date' }] });
    ctx.em.assign(item, { ...fields, productLine: await this.#line(ctx, productLineID) });
    if ([unitGroupID, defaultUnitID, unitValue, unitCost].some((value) => value !== undefined)) {
      const units = await this.#units(ctx, before, unitGroupID, defaultUnitID);
      ctx.em.assign(item, {
        defaultConversion: ctx.em.reference(UnitConversion, units.defaultConversionID),
        unitValue: this.#rate(unitValue, item.unitValue, before, units, 'unitValue'),
        unitCost: this.#rate(unitCost, item.unitCost, before, units, 'unitCost'),
      });
    }
    return this.#written(ctx, before);
  }

  async setProductLine(ctx: AccountContext, itemID: string, productLineID: string): Promise<Product> {
    const item = await this.#held(ctx, itemID);
    const line = await ctx.em.get(ProductLine, productLineID);
    const before = await productByID(ctx, itemID);
    ctx.em.assign(item, { productLine: line });
    return this.#written(ctx, before);
  }

  async remove(ctx: AccountContext, itemID: string): Promise<undefined> {
    const { allowed, refused } = await this.#sort(ctx, [itemID]);
    const [refusal] = refused;
    if (refusal) throw refusal.uses ? inUse(refusal.label, refusal.uses) : problems.not_found();
    await this.#erase(ctx, allowed);
    return undefined;
  }

  /** Deletes what may be deleted and says why the rest may not; more than 2,000 as a change set. */
  async bulkDelete(
    ctx: AccountContext,
    selection: { itemIDs?: string[]; filter?: ProductFilter },
  ): Promise<BulkAnswer> {
    const ids = selection.itemIDs ?? (await findProductIDs(ctx, selection.filter ?? {}));
    return runBulk(ctx, this.removal, { ids, title: (count) => `Delete ${count} products` });
  }

  /** What generic parts ask about products. */
  recordSource(): RecordSource {
    return {
      type: 'product',
      findByNumber: async (ctx, sku) => {
        const items = await ctx.em.find(Item, { accountID: ctx.account.id, type: 'product', sku });
        return items.map((item) => ({ id: item.id, label: item.sku }));
      },
      label: async (ctx, id) => {
        const { sku, description } = await productByID(ctx, id);
        return [sku, description].filter(Boolean).join(' ');
      },
      setQuantity: async (ctx, id, field, value) => {
        ctx.require('products:update');
        if (field !== 'unitValue' && field !== 'unitCost')
          throw problems.invalid_input({ message: 'Quantity type is not defined' });
        const product = await productByID(ctx, id);
        const rate = { value: Number(value.measure), unitID: product.unitValue.unitID };
        await this.update(ctx, id, { [field]: { ...rate, perUnitID: value.unitID ?? product.defaultUnit.id } });
      },
    };
  }

  async #held(ctx: AccountContext, itemID: string): Promise<Item> {
    const item = await ctx.em.getForUpdate(Item, itemID);
    if (item.type !== 'product') throw problems.not_found();
    return item;
  }

  /** Null takes the line away, undefined leaves it. */
  async #line(ctx: AccountContext, id: string | null | undefined): Promise<ProductLine | null | undefined> {
    if (!id) return id as null | undefined;
    const line = await ctx.em.findOne(ProductLine, { accountID: ctx.account.id, id });
    if (!line)
      throw problems.invalid_input({ errors: [{ path: 'productLineID', message: 'There is no such product line' }] });
    return line;
  }

  /** The product's units after a change; another group is refused where documents count in the old one. */
  async #units(
    ctx: AccountContext,
    before: Product,
    unitGroupID: string | undefined,
    defaultUnitID: string | undefined,
  ): Promise<ChosenUnits> {
    const isOtherGroup = unitGroupID !== undefined && unitGroupID !== before.unitGroup.id;
    const units = await chooseUnits(ctx, {
      unitGroupID: unitGroupID ?? before.unitGroup.id,
      defaultUnitID: defaultUnitID ?? (isOtherGroup ? undefined : before.defaultUnit.id),
    });
    const uses = isOtherGroup ? ((await this.#usage?.usesOfProducts(ctx, [before.id]))?.get(before.id) ?? []) : [];
    if (uses.length) throw inUse(`The unit group of ${before.sku}`, uses);
    return units;
  }

  /** The price sent; else the old price, per the new default unit: the goods cost the same, however they are counted. */
  #rate(
    input: RateInput | undefined,
    stored: string,
    before: Product,
    units: PricedUnits,
    field: 'unitValue' | 'unitCost',
  ): string {
    if (input !== undefined) return storedRate(input, units, field);
    const from = units.units.find(({ unitID }) => unitID === before.defaultUnit.id);
    const to = units.units.find(({ unitID }) => unitID === units.defaultUnitID);
    if (!from || !to)
      throw problems.invalid_input({
        errors: [{ path: field, message: 'The price is needed, because the old one is per a unit of another group' }],
      });
    return toColumn(ratePer(decimal(stored), from.factor, to.factor), 6);
  }

  async #written(ctx: AccountContext, before: Product): Promise<Product> {
    await ctx.em.flush();
    const after = await productByID(ctx, before.id);
    const [old, now] = [facts(before), facts(after)];
    const changes = changesOf(old, now, Object.keys(now) as (keyof typeof now)[]);
    if (changes.length === 0) return after;
    audit(ctx, { record: record(after.id), action: 'updated', changes });
    const fields = changes.map(({ field }) => field);
    emit(ctx, productChanged, { itemID: after.id, sku: after.sku, fields }, record(after.id));
    await ctx.em.flush();
    await this.#index(ctx, after);
    touched(ctx, 'products', 'product-lines', 'unit-groups');
    return after;
  }

  #index(ctx: AccountContext, product: Product): Promise<void> {
    const { id, sku, description, manufacturer, manufacturerPartNumber } = product;
    const text = [manufacturer, manufacturerPartNumber].filter(Boolean).join(' ');
    return indexRecord(ctx, { type: 'product', id, title: sku, subtitle: description || undefined, text });
  }

  /** Deletes products that nothing refers to. */
  readonly removal = {
    action: 'products.delete',
    recordType: 'product',
    permission: 'products:delete',
    effect: 'delete',
    sort: (ctx, ids) => this.#sort(ctx, ids),
    apply: (ctx, products) => this.#erase(ctx, products),
  } satisfies BulkAction;

  /** Tells apart which products nothing refers to, and locks them. */
  async #sort(ctx: AccountContext, ids: readonly string[]) {
    const wanted = [...new Set(ids)];
    // Documents that are being written hold a key share of their products; this waits for them and keeps further ones out.
    const { rows: found } = await sql<BulkItem>`select id, sku as label from inventory.item
      where account_id = ${ctx.account.id} and type = 'product' and id = any(${wanted}::text[]) order by id for update`.execute(
      ctx.em.query(),
    );
    const foundIDs = found.map(({ id }) => id);
    const uses =
      (foundIDs.length ? await this.#usage?.usesOfProducts(ctx, foundIDs) : undefined) ??
      new Map<string, CatalogueUse[]>();
    const known = new Map(found.map(({ id, label }) => [id, label]));
    return {
      allowed: found.filter(({ id }) => !uses.get(id)?.length),
      refused: wanted
        .filter((id) => !known.has(id) || uses.get(id)?.length)
        .map((id) => {
          const own = uses.get(id);
          const reason = own ? reasonOf(own) : 'There is no such product';
          return { id, label: known.get(id) ?? id, uses: own, reason };
        }),
    };
  }

  async #erase(ctx: AccountContext, products: readonly BulkItem[]): Promise<void> {
    const ids = products.map(({ id }) => id);
    await sql`delete from inventory.item where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(
      ctx.em.query(),
    );
    await unindexRecords(ctx, 'product', ids);
    for (const { id, label: sku } of products) {
      audit(ctx, { record: record(id), action: 'deleted', note: sku });
      emit(ctx, productDeleted, { itemID: id, sku }, record(id));
    }
    await ctx.em.flush();
    touched(ctx, 'products', 'product-lines', 'unit-groups');
  }
}
