import { convert, decimal, type FieldError, Problem, problems, ratio, toColumn } from '@millwright/core/contracts';
import { type AccountContext, listed, sql, todayOf } from '@millwright/core/server';
import {
  type BaseQuantity,
  CataloguePort,
  type CatalogueProduct,
  type CatalogueUnit,
  catalogueProblems,
  type ItemQuantity,
  type ProductType,
} from '../../../contracts/index.ts';
import { roundedRatePer } from '../item/amount/item-rate.ts';
import { isSoldOn } from '../item/list/item-columns.ts';
import { type LineQuantity, largeQuantityFault, refuseLarge } from './large-quantities.ts';
import type { Tables } from './tables.ts';

interface ItemRow {
  id: string;
  unitValue: string;
  unitCost: string;
  defaultUnitID: string;
  baseUnitID: string;
}

/** Answers other domains about the catalogue, inside their transaction. */
export class CatalogueService extends CataloguePort {
  override async findProducts(
    ctx: AccountContext,
    ids: readonly string[],
    { hold = false }: { hold?: boolean } = {},
  ): Promise<Map<string, CatalogueProduct>> {
    if (ids.length === 0) return new Map();
    if (hold) await this.holdItems(ctx, ids);
    const found = this.#items(ctx, ids)
      .where('item.type', '=', 'product')
      .leftJoin('inventory.product_line as line', (join) =>
        join.onRef('line.account_id', '=', 'item.account_id').onRef('line.id', '=', 'item.product_line_id'),
      )
      .select([
        'item.sku',
        'item.description',
        sql<ProductType>`item.product_type`.as('productType'),
        'item.manufacturer',
        'item.manufacturer_part_number as manufacturerPartNumber',
        sql<string | null>`item.start_date::text`.as('startDate'),
        sql<string | null>`item.end_date::text`.as('endDate'),
        'unit_group.id as unitGroupID',
        'line.id as productLineID',
        'line.name as productLine',
        'item.category_id as categoryID',
        sql<string[]>`array(select own.attribute_id from inventory.item_attribute own
          where own.account_id = item.account_id and own.item_id = item.id)`.as('attributeIDs'),
        sql<boolean>`coalesce(line.is_commission_exempt, false)`.as('isCommissionExempt'),
        sql<boolean>`coalesce(line.is_freight_exempt, false)`.as('isFreightExempt'),
      ]);
    const [rows, units] = await this.#withUnits(ctx, ids, found.execute());
    const today = todayOf(ctx);
    return new Map(
      rows.map((row) => {
        const itemUnits = units.get(row.id) ?? [];
        const defaultUnit = itemUnits.find(({ isDefault }) => isDefault)?.unit ?? '';
        return [row.id, { ...row, type: 'product', defaultUnit, units: itemUnits, isActive: isSoldOn(today, row) }];
      }),
    );
  }

  override async findProductsBySKU(
    ctx: AccountContext,
    skus: readonly string[],
    options: { hold?: boolean } = {},
  ): Promise<Map<string, CatalogueProduct>> {
    if (skus.length === 0) return new Map();
    const { rows } = await sql<{ id: string }>`select id from inventory.item
      where account_id = ${ctx.account.id} and sku = any(${[...skus]}::text[])`.execute(ctx.em.query());
    const found = await this.findProducts(
      ctx,
      rows.map(({ id }) => id),
      options,
    );
    return new Map([...found.values()].map((product) => [product.sku, product]));
  }

  override async convertToBase(ctx: AccountContext, quantities: readonly ItemQuantity[]): Promise<BaseQuantity[]> {
    const units = await this.unitsOf(
      ctx,
      quantities.map(({ itemID }) => itemID),
    );
    const errors: FieldError[] = [];
    let problem: Problem | undefined;
    const converted = quantities.flatMap((quantity, index) => {
      try {
        return [inBase(quantity, units.get(quantity.itemID))];
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        problem ??= error;
        errors.push({ path: quantity.path ?? `${index}`, message: error.message });
        return [];
      }
    });
    if (problem) {
      const { code, status, details } = problem;
      throw new Problem({ code, status, message: problem.message, errors, ...(details ? { details } : {}) });
    }
    await refuseLarge(
      ctx,
      converted.map(({ baseMeasure }, index) => ({ path: quantities[index]?.path ?? `${index}`, baseMeasure })),
    );
    return converted;
  }

  override refuseLarge(ctx: AccountContext, quantities: readonly LineQuantity[]): Promise<void> {
    return refuseLarge(ctx, quantities);
  }

  override largeQuantityFault(ctx: AccountContext): Promise<(baseMeasure: string) => string | undefined> {
    return largeQuantityFault(ctx);
  }

  override async holdItems(ctx: AccountContext, itemIDs: readonly string[]): Promise<void> {
    if (itemIDs.length)
      await ctx.em.send(sql`select id from inventory.item
        where account_id = ${ctx.account.id} and id = any(${listed(itemIDs)})
        order by id for key share`);
  }

  override async unitsOf(ctx: AccountContext, itemIDs: readonly string[]): Promise<Map<string, CatalogueUnit[]>> {
    if (itemIDs.length === 0) return new Map();
    const [, units] = await this.#withUnits(ctx, itemIDs, this.#items(ctx, itemIDs).execute());
    return units;
  }

  override async findProductLines(ctx: AccountContext, ids: readonly string[]) {
    if (ids.length === 0) return new Map();
    const lines = await ctx.em
      .query<Tables>()
      .selectFrom('inventory.product_line')
      .select(['id', 'name', 'is_commission_exempt as isCommissionExempt', 'is_freight_exempt as isFreightExempt'])
      .where('account_id', '=', ctx.account.id)
      .where('id', '=', sql<string>`any(${[...ids]}::text[])`)
      .execute();
    return new Map(lines.map((line) => [line.id, line]));
  }

  #items(ctx: AccountContext, ids: readonly string[]) {
    return ctx.em
      .query<Tables>()
      .selectFrom('inventory.item as item')
      .innerJoin('inventory.unit_conversion as own', (join) =>
        join.onRef('own.account_id', '=', 'item.account_id').onRef('own.id', '=', 'item.default_conversion_id'),
      )
      .innerJoin('inventory.unit_group as unit_group', (join) =>
        join.onRef('unit_group.account_id', '=', 'own.account_id').onRef('unit_group.id', '=', 'own.unit_group_id'),
      )
      .select([
        'item.id',
        'item.unit_value as unitValue',
        'item.unit_cost as unitCost',
        'own.unit_id as defaultUnitID',
        'unit_group.base_unit_id as baseUnitID',
      ])
      .where('item.account_id', '=', ctx.account.id)
      .where('item.id', '=', sql<string>`any(${[...ids]}::text[])`);
  }

  /** The requested items with their units, in one round trip. */
  async #withUnits<Row extends ItemRow>(
    ctx: AccountContext,
    ids: readonly string[],
    itemRows: Promise<Row[]>,
  ): Promise<[Row[], Map<string, CatalogueUnit[]>]> {
    const conversions = sql<{
      itemID: string;
      unitID: string;
      unit: string;
      numerator: string;
      denominator: string;
    }>`
      select item.id as "itemID", unit.id as "unitID", unit.name as unit,
        conversion.numerator::text as numerator, conversion.denominator::text as denominator
      from inventory.item item
      join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
      join inventory.unit_conversion conversion
        on conversion.account_id = own.account_id and conversion.unit_group_id = own.unit_group_id
      join inventory.unit unit on unit.account_id = conversion.account_id and unit.id = conversion.unit_id
      where item.account_id = ${ctx.account.id} and item.id = any(${[...ids]}::text[])
      order by conversion.numerator::numeric / conversion.denominator, unit.name`.execute(ctx.em.query());
    const [items, { rows }] = await Promise.all([itemRows, conversions]);
    const byItem = Map.groupBy(rows, ({ itemID }) => itemID);
    const units = new Map(
      items.map((item) => {
        const itemUnits = (byItem.get(item.id) ?? []).map(({ unitID, unit, numerator, denominator }) => ({
          unitID,
          unit,
          factor: ratio(BigInt(numerator), BigInt(denominator)),
        }));
        const perDefault = itemUnits.find(({ unitID }) => unitID === item.defaultUnitID)?.factor ?? ratio(1n, 1n);
        const priced = itemUnits.map(
          (unit): CatalogueUnit => ({
            ...unit,
            isBase: unit.unitID === item.baseUnitID,
            isDefault: unit.unitID === item.defaultUnitID,
            // For a very large unit the price may exceed its column, which is fine because it is only a suggestion and
            // is not rounded to it.
            unitValue: roundedRatePer(item.unitValue, perDefault, unit.factor),
            unitCost: roundedRatePer(item.unitCost, perDefault, unit.factor),
          }),
        );
        return [item.id, priced] as const;
      }),
    );
    return [items, units];
  }
}

function inBase(quantity: ItemQuantity, units: readonly CatalogueUnit[] | undefined): BaseQuantity {
  if (!units) throw problems.invalid_input({ message: 'There is no such item' });
  const { itemID, measure, unitID } = quantity;
  const unit = units.find((known) => (unitID === undefined ? known.isDefault : known.unitID === unitID));
  const base = units.find(({ isBase }) => isBase);
  if (!unit || !base)
    throw catalogueProblems.unit_not_convertible({
      message: `The item can be measured in ${units.map((known) => known.unit).join(', ')} only`,
    });
  const entered = decimal(measure);
  return {
    itemID,
    measure: toColumn(entered, 6),
    unitID: unit.unitID,
    unit: unit.unit,
    baseUnitID: base.unitID,
    baseMeasure: toColumn(convert(entered, unit.factor), 6),
  };
}
