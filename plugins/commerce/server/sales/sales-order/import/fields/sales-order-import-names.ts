import { referencedKinds } from '@millwright/core/contracts';
import { type AccountContext, type NamedRecords, namedRecords, sql, todayOf } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct } from '@millwright/inventory/contracts';
import { type PriceRules, salesOrderReferences } from '../../../../../contracts/index.ts';
import { referenceTables } from '../../../../parties/reference-tables.ts';
import { priceRulesOf } from '../../../../pricing/price/price-rules.queries.ts';
import { type OrderCustomer, orderCustomers } from '../../entry/sales-order-customer.ts';

/** What the cells of some rows can mean, found by a fixed number of statements. */
export interface OrderImportNames {
  products: ReadonlyMap<string, CatalogueProduct>;
  /** What sets prices, by customer. */
  priceRules: ReadonlyMap<string, PriceRules>;
  /** By number, and by name in lower case. */
  customersByNumber: ReadonlyMap<string, OrderCustomer>;
  customersByName: ReadonlyMap<string, OrderCustomer[]>;
  /** Carriers, terms and the like. */
  references: NamedRecords;
  /** Calendar date in the account's time zone. */
  today: string;
  /** Why a quantity in base units is more than a line may have; undefined if it is not. */
  largeFault(baseMeasure: string): string | undefined;
}

const nameKey = (text: string): string => text.trim().toLowerCase();
async function customersOf(
  ctx: AccountContext,
  texts: readonly string[],
): Promise<Pick<OrderImportNames, 'customersByNumber' | 'customersByName'>> {
  const { rows } = await sql<{ id: string }>`select id from commerce.customer
    where account_id = ${ctx.account.id} and number = any(${[...texts]}::text[])
    union select id from commerce.customer
    where account_id = ${ctx.account.id} and lower(name) = any(${texts.map(nameKey)}::text[])`.execute(ctx.em.query());
  const customers = await orderCustomers(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    customersByNumber: new Map([...customers.values()].map((customer) => [customer.number, customer])),
    customersByName: Map.groupBy(customers.values(), ({ name }) => nameKey(name)),
  };
}

/** Looks up what rows name. */
export async function orderImportNames(
  ctx: AccountContext,
  catalogue: CataloguePort,
  texts: { customers: Iterable<string>; skus: Iterable<string> },
): Promise<OrderImportNames> {
  const today = todayOf(ctx);
  const products = await catalogue.findProductsBySKU(ctx, [...new Set(texts.skus)]);
  const customers = await customersOf(ctx, [...new Set(texts.customers)]);
  const customerIDs = [...customers.customersByNumber.values()].map(({ id }) => id);
  const itemIDs = [...products.values()].map(({ id }) => id);
  return {
    products,
    ...customers,
    priceRules: await priceRulesOf(ctx, customerIDs, itemIDs, today),
    references: await namedRecords(ctx, referencedKinds(salesOrderReferences), referenceTables),
    today,
    largeFault: await catalogue.largeQuantityFault(ctx),
  };
}

/** What a text means, or why it means nothing. */
export type FoundNames<Kind> = { found: Kind } | { fault: string };

/** The customer of this number, else of this name. */
export function findCustomer(names: OrderImportNames, text: string): FoundNames<OrderCustomer> {
  const found = names.customersByNumber.get(text);
  return found ? { found } : findCustomerByName(names, text);
}

/** The customer of this name. */
export function findCustomerByName(names: OrderImportNames, text: string): FoundNames<OrderCustomer> {
  const [first, ...others] = names.customersByName.get(nameKey(text)) ?? [];
  if (!first) return { fault: `There is no customer ${text}` };
  if (!others.length) return { found: first };
  const numbers = [first, ...others].map(({ number }) => number).sort();
  const shown = `${numbers.slice(0, 5).join(', ')}${numbers.length > 5 ? ', ...' : ''}`;
  return { fault: `${numbers.length} customers are called ${text}: ${shown}. Give the number` };
}
