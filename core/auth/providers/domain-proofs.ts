import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { type DomainProof, providerProblems } from '../../contracts/sign-in/identity-provider.contract.ts';
import { dayLength, daysLater } from '../../contracts/texts/date.ts';
import { asDate, asOptionalDate } from '../../database/rows/as-date.ts';
import type { DomainTexts } from '../../kernel/context/domain-texts.ts';
import { runInAccount } from '../../tenancy/accounts/account-transaction.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { mailAdministrators } from '../members/mail-administrators.ts';
import { type EndingContext, endSessionsThrough } from '../sessions/end-sessions.ts';

/** Days between two checks of a record. */
const daysBetween = 7;
/** Consecutive checks without the record after which the domain loses its proof. */
const mostMisses = 2;
/** Days without a response of the name servers after which the domain loses its proof. */
const mostSilentDays = 30;
/** Largest number of domains checked per night. */
const mostChecks = 500;
/** Largest number of found texts shown in a refusal. */
const mostShown = 3;
const longestShown = 120;

/** The TXT record that proves that a domain belongs to an account. */
export const proofRecord = (accountID: string, domain: string): { name: string; value: string } => ({
  name: `_millwright.${domain}`,
  value: `millwright-account=${accountID}`,
});

interface Row {
  domain: string;
  provenAt: Date | string | null;
  until: Date | string | null;
}

/** State of the account's proof for each of these domains. */
export async function proofsOf(
  em: EntityManager,
  accountID: string,
  domains: readonly string[],
  now: Date,
): Promise<DomainProof[]> {
  const { rows } = await sql<Row>`select domain, proven_at as "provenAt", until from core.email_domain
    where account_id = ${accountID} and domain = any(${domains}::text[])`.execute(em.getKysely());
  const known = new Map(rows.map((row) => [row.domain, row]));
  return domains.map((domain) => {
    const row = known.get(domain);
    const until = asOptionalDate(row?.until ?? null);
    return {
      domain,
      provenAt: asOptionalDate(row?.provenAt ?? null)?.toISOString() ?? null,
      countsUntil: until && until > now ? until.toISOString() : null,
      record: proofRecord(accountID, domain),
    };
  });
}

/** The domains whose emails count: proven ones, and unproven ones during the transition period. */
export const countingDomains = (proofs: readonly DomainProof[]): string[] =>
  proofs.filter(({ provenAt, countsUntil }) => provenAt ?? countsUntil).map(({ domain }) => domain);

/**
 * Looks up the record of a domain, outside of any transaction.
 * @throws Problem 409 `domain_unproven` with the expected and the found texts
 */
export async function requireRecord(texts: DomainTexts, accountID: string, domain: string): Promise<void> {
  const { name, value } = proofRecord(accountID, domain);
  const found = await texts.of(name).catch(() => undefined);
  if (found?.some((text) => text.trim() === value)) return;
  const details = { name, value, found: (found ?? []).slice(0, mostShown).map((text) => text.slice(0, longestShown)) };
  const message =
    found === undefined
      ? `The name servers of ${domain} do not answer; try again in a few minutes`
      : `There is no TXT record ${name} with the value ${value} yet; it may take an hour until it is seen`;
  throw providerProblems.domain_unproven({ message, details, errors: [{ path: 'domain', message }] });
}

/** Stores a proof. A domain belongs to one account. @throws Problem 409 `domain_taken` */
export async function keepProof(em: EntityManager, accountID: string, domain: string, now: Date): Promise<void> {
  const query = em.getKysely();
  // No key spans accounts, so this lock makes two accounts that prove a domain at once wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext(${`core.email_domain ${domain}`}))`.execute(query);
  const { rows } = await sql`select from core.email_domain
    where domain = ${domain} and account_id <> ${accountID} and proven_at is not null`.execute(query);
  if (rows.length) {
    const { message } = providerProblems.declarations.domain_taken;
    throw providerProblems.domain_taken({ errors: [{ path: 'domain', message }] });
  }
  await sql`insert into core.email_domain as known (account_id, domain, proven_at, seen_at, checked_at, misses)
    values (${accountID}, ${domain}, ${now}, ${now}, ${now}, 0)
    on conflict (account_id, domain) do update set proven_at = coalesce(known.proven_at, excluded.proven_at),
      seen_at = excluded.seen_at, checked_at = excluded.checked_at, misses = 0, until = null`.execute(query);
  // The proof ends the transition period of other accounts.
  await sql`delete from core.email_domain where domain = ${domain} and account_id <> ${accountID}`.execute(query);
}

/** Deletes the proofs of domains that the account no longer lists; other accounts may then prove them. */
export const dropProofs = (em: EntityManager, accountID: string, kept: readonly string[]): Promise<unknown> =>
  sql`delete from core.email_domain
    where account_id = ${accountID} and not domain = any(${kept}::text[])`.execute(em.getKysely());

interface Due {
  accountID: string;
  domain: string;
  isProven: boolean;
  misses: number;
  seenAt: Date | string | null;
}

/**
 * Checks records that were not checked for a week, and domains in the transition period. A domain whose record is
 * missing twice in a row, or whose name servers do not respond for a month, loses its proof: sessions through the
 * provider end, and the account's administrators are mailed.
 */
export async function checkDomains(tenancy: Tenancy, texts: DomainTexts): Promise<void> {
  const { database, clock } = tenancy;
  const now = clock.now();
  const due = await database.runAsAuth({ accountID: '', readOnly: true, isPatient: true }, async (em) => {
    const { rows } = await sql<Due>`select account_id as "accountID", domain, proven_at is not null as "isProven",
        misses, seen_at as "seenAt"
      from core.email_domain proof join core.account account on account.id = proof.account_id
      where account.moved_to is null and account.moving_since is null
        and (checked_at <= ${daysLater(now, -daysBetween)} or until <= ${now})
      order by checked_at limit ${mostChecks}`.execute(em.getKysely());
    return rows;
  });
  for (const each of due) {
    const { name, value } = proofRecord(each.accountID, each.domain);
    const found = await texts.of(name).catch(() => undefined);
    await afterCheck(
      tenancy,
      each,
      found?.some((text) => text.trim() === value),
    );
  }
}

/** Handles the result of a check. `isFound` is undefined if the name servers did not respond. */
async function afterCheck(tenancy: Tenancy, due: Due, isFound: boolean | undefined): Promise<void> {
  const { accountID, domain } = due;
  const now = tenancy.clock.now();
  const afterwards: (() => void | Promise<void>)[] = [];
  const ctx: EndingContext = { clock: tenancy.clock, afterCommit: (work) => void afterwards.push(work) };
  await tenancy.database.runAsAuth({ accountID: '', isPatient: true }, async (em) => {
    const query = em.getKysely();
    const which = sql`account_id = ${accountID} and domain = ${domain}`;
    if (due.isProven && isFound) {
      await sql`update core.email_domain set seen_at = ${now}, checked_at = ${now}, misses = 0 where ${which}`.execute(
        query,
      );
      return;
    }
    const silentSince = asOptionalDate(due.seenAt)?.getTime() ?? 0;
    const isSilentForLong = now.getTime() - silentSince > mostSilentDays * dayLength;
    if (due.isProven && isFound === undefined && !isSilentForLong) return;
    const misses = due.misses + 1;
    if (due.isProven && !isSilentForLong && misses < mostMisses) {
      await sql`update core.email_domain set checked_at = ${now}, misses = ${misses} where ${which}`.execute(query);
      return;
    }
    const { rows } = await sql<{ until: Date | string | null }>`select until from core.email_domain
      where ${which} for update`.execute(query);
    const until = rows[0]?.until;
    // The transition period of an unproven domain may still last.
    if (!rows[0] || (until && asDate(until) > now)) {
      await sql`update core.email_domain set checked_at = ${now} where ${which}`.execute(query);
      return;
    }
    await sql`delete from core.email_domain where ${which}`.execute(query);
    await endSessionsThrough(ctx, em, accountID);
    await mailAdministrators(
      { ...ctx, em, baseURL: tenancy.baseURL, client: { ip: '', userAgent: '' } },
      accountID,
      `The domain ${domain} is not proven any more, so its emails sign nobody in.`,
    );
    ctx.afterCommit(() =>
      runInAccount(tenancy, { accountID, identity: { type: 'system' } }, async (inner) => {
        audit(inner, { record: { type: 'account', id: accountID }, action: 'sign_in_domain_lost', note: domain });
        await inner.em.flush();
      }),
    );
  });
  for (const work of afterwards) await work();
}
