import { problems } from '@millwright/core/contracts';
import { type AccountContext, sql, withoutCustomerPolicy } from '@millwright/core/server';
import { customerPapers, type PaperRecipients, supplierPapers } from '../../../contracts/index.ts';
import { contactKinds, getsColumn } from './contact-kind.ts';

/** A paper that goes out by mail. */
export type MailedPaper = keyof typeof customerPapers | keyof typeof supplierPapers;

const kindOf = (paper: MailedPaper) => (paper in supplierPapers ? contactKinds.supplier : contactKinds.customer);
const fieldOf = (paper: MailedPaper): string => ({ ...customerPapers, ...supplierPapers })[paper];

/**
 * Default recipients of a paper as SQL over `party`, the alias of its customer or supplier: those chosen on the
 * document, else the contacts that get the paper, the main one first, else the party's own email.
 */
export const defaultRecipients = (ctx: AccountContext, paper: MailedPaper, party: string, chosen?: string) => {
  const { table, owner } = kindOf(paper);
  const own = sql.ref(`${party}.id`);
  const byDefault = sql<string[]>`coalesce(
    nullif(array(select contact.email from ${sql.table(table)} contact
      where contact.account_id = ${ctx.account.id} and ${sql.ref(`contact.${owner}`)} = ${own}
        and ${sql.ref(`contact.${getsColumn(fieldOf(paper))}`)} and contact.email is not null
      group by contact.email order by bool_or(contact.is_main) desc, min(contact.name)), '{}'::text[]),
    array_remove(array[nullif(${sql.ref(`${party}.email`)}, '')], null))`;
  return chosen === undefined
    ? byDefault
    : sql<string[]>`case when cardinality(${sql.ref(chosen)}) > 0 then ${sql.ref(chosen)} else ${byDefault} end`;
};

/**
 * Default recipients of a paper for one customer or supplier; see `defaultRecipients`. A customer that orders in the
 * portal has contacts that it does not see.
 */
export async function contactsFor(
  ctx: AccountContext,
  party: { id: string },
  paper: MailedPaper,
  chosen: readonly string[] = [],
): Promise<string[]> {
  if (chosen.length) return [...chosen];
  const { rows } = await withoutCustomerPolicy(ctx, () =>
    sql<{ emails: string[] }>`select ${defaultRecipients(ctx, paper, 'party')} as emails
      from ${sql.table(kindOf(paper).owners)} party
      where party.account_id = ${ctx.account.id} and party.id = ${party.id}`.execute(ctx.em.query()),
  );
  return rows[0]?.emails ?? [];
}

/** Who gets a paper by default, and everybody who could. @throws Problem 404 for an unknown customer or supplier */
export async function recipientsOf(ctx: AccountContext, id: string, paper: MailedPaper): Promise<PaperRecipients> {
  const { table, owner, owners } = kindOf(paper);
  const { rows } = await sql<PaperRecipients>`select ${defaultRecipients(ctx, paper, 'party')} as recipients,
      (select coalesce(json_agg(json_build_object('email', known.email, 'name', known.name,
          'jobTitle', known.job_title) order by known.place desc, known.name), '[]')
        from (select contact.email, contact.name, contact.job_title, contact.is_main::int as place
            from ${sql.table(table)} contact
            where contact.account_id = ${ctx.account.id} and ${sql.ref(`contact.${owner}`)} = party.id
              and contact.email is not null
          union all select party.email, party.name, null, -1 where party.email <> '') known) as known
    from ${sql.table(owners)} party
    where party.account_id = ${ctx.account.id} and party.id = ${id}`.execute(ctx.em.query());
  const [found] = rows;
  if (!found) throw problems.not_found();
  return found;
}
