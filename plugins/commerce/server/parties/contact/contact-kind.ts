import type { FieldError } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  customerContactFields,
  customerPapers,
  listCustomerContacts,
  listSupplierContacts,
  supplierContactFields,
  supplierPapers,
} from '../../../contracts/index.ts';

/** Differences between contacts of customers and of suppliers. */
export const contactKinds = {
  customer: {
    type: 'customer_contact',
    table: 'commerce.customer_contact',
    owner: 'customer_id',
    owners: 'commerce.customer',
    list: listCustomerContacts,
    fields: customerContactFields,
    papers: customerPapers,
  },
  supplier: {
    type: 'supplier_contact',
    table: 'commerce.supplier_contact',
    owner: 'supplier_id',
    owners: 'commerce.supplier',
    list: listSupplierContacts,
    fields: supplierContactFields,
    papers: supplierPapers,
  },
} as const;
export type ContactKindName = keyof typeof contactKinds;

/** The column of a field that says whether the contact gets a paper: `gets_purchase_orders`. */
export const getsColumn = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Second line in the palette: 'Buyer at Prairie Farm'. */
export const contactPlace = (jobTitle: string | null, owner: string): string =>
  [jobTitle, 'at', owner].filter(Boolean).join(' ');

/** What is wrong with the fields of a contact on their own. */
export function contactFaults(kind: ContactKindName, contact: object): FieldError[] {
  const values = contact as Readonly<Record<string, unknown>>;
  const gets = Object.values<string>(contactKinds[kind].papers).some((field) => values[field] === true);
  return gets && !values['email'] ? [{ path: 'email', message: 'Needed for what the contact gets by mail' }] : [];
}

/** The main contacts of these customers or suppliers, by the id of their owner. */
export async function mainContacts(
  ctx: AccountContext,
  kind: ContactKindName,
  ownerIDs: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  if (!ownerIDs.length) return new Map();
  const { table, owner } = contactKinds[kind];
  const { rows } = await sql<{ id: string; name: string; ownerID: string }>`
    select id, name, ${sql.ref(owner)} as "ownerID" from ${sql.table(table)}
    where account_id = ${ctx.account.id} and ${sql.ref(owner)} = any(${[...ownerIDs]}::text[]) and is_main`.execute(
    ctx.em.query(),
  );
  return new Map(rows.map((row) => [row.ownerID, row]));
}

/** Why a contact cannot become the main one beside another. */
export const isMainAlready = (other: string): string => `${other} is the main contact. Take that away there first`;
