import {
  type Big,
  convert,
  decimal,
  type FieldError,
  Problem,
  problems,
  type QuantityInput,
  ratio,
} from '@millwright/core/contracts';
import { type AccountContext, listed, sql } from '@millwright/core/server';
import { catalogueProblems, type ProductType } from '../../../contracts/index.ts';
import type { SeenItems } from '../../catalogue/item/reference/customer-products.ts';
import type { ItemColumn } from '../inventory-list/stock-columns.ts';

interface UnitFactor {
  unitID: string;
  numerator: string;
  denominator: string;
}

/** The columns of an item that promises need. */
export interface PromisedItem extends ItemColumn {
  productType: ProductType | null;
  /** The requested units that the item can be measured in. */
  units: UnitFactor[];
}

/** A line of a request; quantity in base units. */
export interface WantedLine {
  item: PromisedItem;
  quantity: Big;
}

/** Whether an item is kept in stock; services, freight and the like are always available. */
export const isStocked = ({ type, productType }: PromisedItem): boolean => type !== 'product' || productType === 'sale';

/** Items by id, with the factors of these units, in one statement. */
export async function promisedItems(
  ctx: AccountContext,
  itemIDs: readonly string[],
  unitIDs: readonly string[],
  seen?: SeenItems,
): Promise<Map<string, PromisedItem>> {
  const { rows } = await sql<PromisedItem>`select item.id, item.sku, item.type, item.description,
      item.product_type as "productType", unit.id as "unitID", unit.name as unit, own.numerator::text as numerator,
      own.denominator::text as denominator,
      coalesce((select jsonb_agg(jsonb_build_object('unitID', other.unit_id, 'numerator', other.numerator::text,
          'denominator', other.denominator::text))
        from inventory.unit_conversion other
        where other.account_id = own.account_id and other.unit_group_id = own.unit_group_id
          and other.unit_id = any(${listed(unitIDs)})), '[]') as units
    from inventory.item item
    join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
    join inventory.unit unit on unit.account_id = own.account_id and unit.id = own.unit_id
    where item.account_id = ${ctx.account.id} and item.id = any(${listed(itemIDs)})
      and ${seen?.condition ?? sql`true`}`.execute(ctx.em.query());
  return new Map(rows.map((row) => [row.id, row]));
}

function inBase(item: PromisedItem, quantity: QuantityInput): Big {
  if (typeof quantity === 'number') return convert(decimal(quantity), factorOf(item));
  const unit = item.unitID === quantity.unitID ? item : item.units.find(({ unitID }) => unitID === quantity.unitID);
  if (!unit) throw catalogueProblems.unit_not_convertible();
  return convert(decimal(quantity.measure), factorOf(unit));
}

const factorOf = ({ numerator, denominator }: Pick<UnitFactor, 'numerator' | 'denominator'>) =>
  ratio(BigInt(numerator), BigInt(denominator));

/**
 * Lines of a request with their items, in base units. A caller without the right to see stock gets products only, and
 * only those that are `seen`; `productsOnly` is for documents that can contain only products.
 * @throws 400 with one entry per line with an unknown item or a unit that does not fit
 */
export async function wantedLines(
  ctx: AccountContext,
  lines: readonly { itemID: string; quantity: QuantityInput }[],
  { productsOnly = false, seen }: { productsOnly?: boolean; seen?: SeenItems | undefined } = {},
): Promise<WantedLine[]> {
  if (lines.length === 0) return [];
  const unitIDs = lines.flatMap(({ quantity }) => (typeof quantity === 'number' ? [] : quantity.unitID));
  const items = await promisedItems(
    ctx,
    lines.map(({ itemID }) => itemID),
    unitIDs,
    seen,
  );
  const seesAll = !productsOnly && ctx.can('inventory:read');
  const errors: FieldError[] = [];
  let problem: Problem | undefined;
  const wanted = lines.flatMap(({ itemID, quantity }, index): WantedLine[] => {
    const item = items.get(itemID);
    if (!item || (item.type !== 'product' && !seesAll)) {
      problem ??= problems.invalid_input();
      errors.push({ path: `lines.${index}.itemID`, message: 'There is no such item' });
      return [];
    }
    try {
      return [{ item, quantity: inBase(item, quantity) }];
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      problem ??= error;
      errors.push({ path: `lines.${index}.quantity`, message: error.message });
      return [];
    }
  });
  if (problem) throw new Problem({ code: problem.code, status: problem.status, message: problem.message, errors });
  return wanted;
}
