import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct } from '@millwright/inventory/contracts';
import type { PriceRules } from '../../../../contracts/index.ts';
import { priceRulesOf } from '../../../pricing/price/price-rules.queries.ts';
import { type OrderCustomer, orderCustomers } from '../sales-order-customer.ts';
import type { ReferenceName } from './sales-order-import-record.ts';

/** Something that a cell can name. */
export interface ReferencedRecord {
  id: string;
  name: string;
  /** A code, or the email address of a person. */
  code: string | null;
  /** Of a carrier option. */
  carrierID: string | null;
}

/** What the cells of some rows can mean, found by a fixed number of statements. */
export interface OrderImportNames {
  products: ReadonlyMap<string, CatalogueProduct>;
  /** What sets prices, by customer. */
  priceRules: ReadonlyMap<string, PriceRules>;
  /** By number, and by name in lower case. */
  customersByNumber: ReadonlyMap<string, OrderCustomer>;
  customersByName: ReadonlyMap<string, OrderCustomer[]>;
  references: Readonly<Record<ReferenceName, readonly ReferencedRecord[]>>;
  /** Calendar date in the account's time zone. */
  today: string;
  /** Why a quantity in base units is more than a line may have; undefined if it is not. */
  largeFault(baseMeasure: string): string | undefined;
}

const nameKey = (text: string): string => text.trim().toLowerCase();
/** Codes are met without case, blanks and dashes: 'Net 30' is net_30. */
const codeKey = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, '');

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

/** Carriers, terms and the like are few: all of them at once. */
async function references(ctx: AccountContext): Promise<OrderImportNames['references']> {
  const account = ctx.account.id;
  const { rows } = await sql<ReferencedRecord & { kind: ReferenceName }>`
    select 'carrier' as kind, id, name, code, null as "carrierID" from commerce.carrier where account_id = ${account}
    union all select 'carrierOption', id, name, code, carrier_id from commerce.carrier_option where account_id = ${account}
    union all select 'paymentTerm', id, name, code, null from commerce.payment_term where account_id = ${account}
    union all select 'shippingTerm', id, name, code, null from commerce.shipping_term where account_id = ${account}
    union all select 'priority', id, name, code, null from commerce.priority where account_id = ${account}
    union all select 'salesRep', id, name, email, null from core.v_members
      where account_id = ${account} and customer_id is null and removed_at is null`.execute(ctx.em.query());
  const of = (kind: ReferenceName): ReferencedRecord[] => rows.filter((row) => row.kind === kind);
  return {
    carrier: of('carrier'),
    carrierOption: of('carrierOption'),
    paymentTerm: of('paymentTerm'),
    shippingTerm: of('shippingTerm'),
    priority: of('priority'),
    salesRep: of('salesRep'),
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
    references: await references(ctx),
    today,
    largeFault: await catalogue.largeQuantityFault(ctx),
  };
}

/** What a text means, or why it means nothing. */
export type FoundNames<Kind> = { found: Kind } | { fault: string; isMissing?: boolean };

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

const words: Record<ReferenceName, string> = {
  carrier: 'carrier',
  carrierOption: 'carrier option',
  paymentTerm: 'payment term',
  shippingTerm: 'shipping term',
  priority: 'priority',
  salesRep: 'person in the team called',
};

/** What this name or code means; `carrierID` limits options to those of a carrier. */
export function findReference(
  names: OrderImportNames,
  kind: ReferenceName,
  text: string,
  carrierID?: string | null,
): FoundNames<ReferencedRecord> {
  const known = names.references[kind].filter((each) => !carrierID || each.carrierID === carrierID);
  const byName = known.filter(({ name }) => nameKey(name) === nameKey(text));
  const byCode = known.filter(({ code }) => code !== null && codeKey(code) === codeKey(text));
  const matches = byName.length ? byName : byCode;
  const [only] = matches;
  if (only && matches.length === 1) return { found: only };
  if (!only)
    return { fault: `There is no ${words[kind]} ${text}${carrierID ? ' of this carrier' : ''}`, isMissing: true };
  const carrierOf = ({ carrierID: id }: ReferencedRecord) =>
    names.references.carrier.find((each) => each.id === id)?.name;
  const told = matches.map((each) => {
    if (kind === 'salesRep') return each.code;
    return kind === 'carrierOption' ? `${each.name} of ${carrierOf(each)}` : each.name;
  });
  return { fault: `${text} can mean ${matches.length} of them: ${told.sort().join(', ')}` };
}
