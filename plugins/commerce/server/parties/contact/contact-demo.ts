import { type AccountContext, sql } from '@millwright/core/server';
import { demoBooks } from '../demo/demo-names.ts';
import { customerContactRecord, supplierContactRecord } from './contact-records.ts';

interface DemoOwner {
  id: string;
  slug: string;
}

/** Customers or suppliers of a demo account, the oldest first; the domains of their people follow from their names. */
async function oldest(ctx: AccountContext, kind: 'customer' | 'supplier', count: number): Promise<DemoOwner[]> {
  const { rows } = await sql<DemoOwner>`select id, trim(both '-' from
      regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')) as slug
    from ${sql.table(`commerce.${kind}`)} where account_id = ${ctx.account.id} order by number limit ${count}`.execute(
    ctx.em.query(),
  );
  return rows;
}

const people = [
  ['Dana Cole', 'dana'],
  ['Ruth Lindgren', 'ruth'],
  ['Marcus Webb', 'marcus'],
  ['Priya Nair', 'priya'],
  ['Tom Halvorsen', 'tom'],
  ['Elena Ortiz', 'elena'],
  ['Grace Okafor', 'grace'],
  ['Sam Whitfield', 'sam'],
] as const;

const person = (index: number, slug: string) => {
  const [name, local] = people[index % people.length] as (typeof people)[number];
  const phone = `+1 218 555 0${String(100 + (index % 100))}`;
  return { name, phone, email: `${local}@${slug}.test` };
};

/** Creates contacts of the first customers and suppliers of a demo account; does nothing for other accounts. */
export async function createDemoContacts(ctx: AccountContext): Promise<void> {
  if (!demoBooks[ctx.account.slug]) return;
  for (const [index, { id: customerID, slug }] of (await oldest(ctx, 'customer', 12)).entries()) {
    await customerContactRecord.create(ctx, {
      customerID,
      ...person(index, slug),
      jobTitle: 'Buyer',
      isMain: true,
      getsOrders: true,
      getsShipments: true,
      getsDates: true,
    });
    await customerContactRecord.create(ctx, {
      customerID,
      ...person(index + 1, slug),
      jobTitle: 'Accounts payable',
      getsInvoices: true,
      getsStatements: true,
    });
    if (index % 3 === 0)
      await customerContactRecord.create(ctx, {
        customerID,
        ...person(index + 2, slug),
        jobTitle: 'Receiving dock',
        email: null,
        note: 'Call before noon; the dock closes at 2.',
      });
  }
  for (const [index, { id: supplierID, slug }] of (await oldest(ctx, 'supplier', 6)).entries())
    await supplierContactRecord.create(ctx, {
      supplierID,
      ...person(index + 3, slug),
      jobTitle: 'Inside sales',
      isMain: true,
      getsPurchaseOrders: true,
      getsOverdue: true,
    });
}
