import { type AccountContext, indexRecords, sql, unindexRecords } from '@millwright/core/server';
import { type ContactKindName, contactKinds, contactPlace } from './contact-kind.ts';

/** Writes the search documents of the contacts of these customers or suppliers. */
export async function indexContactsOf(
  ctx: AccountContext,
  kind: ContactKindName,
  ownerIDs: readonly string[],
): Promise<void> {
  const { type, table, owner, owners } = contactKinds[kind];
  const { rows } = await sql<{ id: string; name: string; jobTitle: string | null; ownerName: string }>`
    select contact.id, contact.name, contact.job_title as "jobTitle", party.name as "ownerName"
    from ${sql.table(table)} contact
    join ${sql.table(owners)} party
      on party.account_id = contact.account_id and party.id = ${sql.ref(`contact.${owner}`)}
    where contact.account_id = ${ctx.account.id} and ${sql.ref(`contact.${owner}`)} = any(${[...ownerIDs]}::text[])
    order by contact.id`.execute(ctx.em.query());
  await indexRecords(
    ctx,
    rows.map(({ id, name, jobTitle, ownerName }) => ({
      type,
      id,
      title: name,
      subtitle: contactPlace(jobTitle, ownerName),
      text: '',
    })),
  );
}

/** Deletes the search documents of the contacts of customers or suppliers that are about to be deleted. */
export async function unindexContactsOf(
  ctx: AccountContext,
  kind: ContactKindName,
  ownerIDs: readonly string[],
): Promise<void> {
  const { type, table, owner } = contactKinds[kind];
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
    where account_id = ${ctx.account.id} and ${sql.ref(owner)} = any(${[...ownerIDs]}::text[])`.execute(ctx.em.query());
  await unindexRecords(
    ctx,
    type,
    rows.map(({ id }) => id),
  );
}
