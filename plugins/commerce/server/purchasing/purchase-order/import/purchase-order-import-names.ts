import { type AccountContext, type ParsedRow, sql, todayOf } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { textsOf } from '../../../document/import/order-rows.ts';
import { type NamedSuppliers, namedSuppliers } from '../../../parties/supplier/import/named-suppliers.ts';
import type { PurchasedItem } from '../lines/purchased-items.ts';
import { suppliedItems } from '../lines/purchased-items.ts';
import type { StoredPurchaseOrder } from './purchase-order-import-record.ts';

interface NamedTerm {
  kind: 'paymentTerm' | 'priority';
  id: string;
  name: string;
  code: string | null;
}

/** What the cells of some rows can mean, found by a fixed number of statements. */
export interface PurchaseImportNames {
  suppliers: NamedSuppliers;
  /** The item of this SKU as this supplier supplies it. */
  itemOf(supplierID: string, sku: string): PurchasedItem | undefined;
  terms: readonly NamedTerm[];
  /** Calendar date in the account's time zone. */
  today: string;
  /** Why a quantity in base units is more than a line may have; undefined if it is not. */
  largeFault(baseMeasure: string): string | undefined;
}

/** Looks up what rows name, beside the orders that are there. */
export async function purchaseImportNames(
  ctx: AccountContext,
  catalogue: CataloguePort,
  rows: readonly ParsedRow[],
  stored: Iterable<StoredPurchaseOrder>,
): Promise<PurchaseImportNames> {
  const suppliers = await namedSuppliers(ctx, [
    ...textsOf(rows, ['supplier', 'supplierName']),
    ...[...stored].flatMap(({ supplier, isDeleted }) => (isDeleted ? [] : supplier.number)),
  ]);
  const { rows: items } = await sql<{ id: string; sku: string }>`select id, sku from inventory.v_items
    where account_id = ${ctx.account.id} and sku = any(${[...new Set(textsOf(rows, ['sku']))]}::text[])`.execute(
    ctx.em.query(),
  );
  const itemIDs = new Map(items.map(({ id, sku }) => [sku, id]));
  const supplierIDs = [...suppliers.byNumber.values()].map(({ id }) => id);
  const supplied = await suppliedItems(ctx, catalogue, supplierIDs, [...itemIDs.values()]);
  const { rows: terms } = await sql<NamedTerm>`select 'paymentTerm' as kind, id, name, code
      from commerce.payment_term where account_id = ${ctx.account.id}
    union all select 'priority', id, name, code from commerce.priority where account_id = ${ctx.account.id}`.execute(
    ctx.em.query(),
  );
  return {
    suppliers,
    itemOf: (supplierID, sku) => supplied(supplierID, itemIDs.get(sku) ?? ''),
    terms,
    today: todayOf(ctx),
    largeFault: await catalogue.largeQuantityFault(ctx),
  };
}

const nameKey = (text: string): string => text.trim().toLowerCase();
/** Codes are met without case, blanks and dashes: 'Net 30' is net_30. */
const codeKey = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');
const words = { paymentTerm: 'payment term', priority: 'priority' } as const;

/** The payment term or priority of this name, else of this code; tells where it means none, or several. */
export function termOf(
  names: PurchaseImportNames,
  kind: NamedTerm['kind'],
  text: string,
  fault: (message: string) => void,
): NamedTerm | undefined {
  const own = names.terms.filter((each) => each.kind === kind);
  const named = own.filter(({ name }) => nameKey(name) === nameKey(text));
  const [found, ...others] = named.length
    ? named
    : own.filter(({ code }) => code !== null && codeKey(code) === codeKey(text));
  if (!found) fault(`There is no ${words[kind]} ${text}`);
  else if (others.length) {
    const all = [found, ...others].map(({ name }) => name).sort();
    fault(`${text} can mean ${all.length} of them: ${all.join(', ')}`);
  }
  return others.length ? undefined : found;
}
