import { type FieldError, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { type ContactKindName, contactFaults, contactKinds, isMainAlready, mainContacts } from './contact-kind.ts';

/**
 * Refuses a contact of an unknown customer or supplier, before a row refers to it.
 * @throws Problem 400
 */
export async function refuseUnknownOwner(ctx: AccountContext, kind: ContactKindName, id: string): Promise<void> {
  const { rows } = await sql`select from ${sql.table(contactKinds[kind].owners)}
    where account_id = ${ctx.account.id} and id = ${id}`.execute(ctx.em.query());
  if (!rows.length)
    throw problems.invalid_input({ errors: [{ path: `${kind}ID`, message: `There is no such ${kind}` }] });
}

/** A contact before it is written. */
interface Contact {
  id: string;
  isMain: boolean;
}

/**
 * Refuses a contact that gets mail without an address, and a second main contact.
 * @throws Problem 400
 */
export async function refuseUnfitContact(
  ctx: AccountContext,
  kind: ContactKindName,
  contact: Contact,
  ownerID: string,
): Promise<void> {
  const errors: FieldError[] = contactFaults(kind, contact);
  const main = contact.isMain ? (await mainContacts(ctx, kind, [ownerID])).get(ownerID) : undefined;
  if (main && main.id !== contact.id) errors.push({ path: 'isMain', message: isMainAlready(main.name) });
  if (errors.length) throw problems.invalid_input({ errors });
}

/**
 * Refuses a portal person of another customer.
 * @throws Problem 400
 */
export async function refuseOtherPerson(ctx: AccountContext, personID: string, customerID: string): Promise<void> {
  const { rows } = await sql`select from core.v_members where account_id = ${ctx.account.id} and id = ${personID}
    and customer_id = ${customerID} and removed_at is null`.execute(ctx.em.query());
  if (!rows.length)
    throw problems.invalid_input({
      errors: [{ path: 'personID', message: 'The customer has no such portal person' }],
    });
}
