import { referencedKinds } from '@millwright/core/contracts';
import {
  type AccountContext,
  type NamedRecords,
  namedRecords,
  type ParsedRow,
  sql,
  todayOf,
} from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import { purchaseOrderReferences } from '../../../../contracts/index.ts';
import { textsOf } from '../../../document/import/order-rows.ts';
import { referenceTables } from '../../../parties/reference-tables.ts';
import { type NamedSuppliers, namedSuppliers } from '../../../parties/supplier/import/named-suppliers.ts';
import type { PurchasedItem } from '../lines/purchased-items.ts';
import { suppliedItems } from '../lines/purchased-items.ts';
import type { StoredPurchaseOrder } from './purchase-order-import-record.ts';

/** What the cells of some rows can mean, found by a fixed number of statements. */
export interface PurchaseImportNames {
  suppliers: NamedSuppliers;
  /** The item of this SKU as this supplier supplies it. */
  itemOf(supplierID: string, sku: string): PurchasedItem | undefined;
  /** Payment terms and priorities. */
  references: NamedRecords;
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
  return {
    suppliers,
    itemOf: (supplierID, sku) => supplied(supplierID, itemIDs.get(sku) ?? ''),
    references: await namedRecords(ctx, referencedKinds(purchaseOrderReferences), referenceTables),
    today: todayOf(ctx),
    largeFault: await catalogue.largeQuantityFault(ctx),
  };
}
