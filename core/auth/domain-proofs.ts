import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import { type DomainProof, providerProblems } from '../contracts/identity-provider.contract.ts';
import { asDate, asOptionalDate } from '../database/as-date.ts';
import type { DomainTexts } from '../kernel/domain-texts.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { type EndingContext, endSessionsThrough } from './end-sessions.ts';
import { tellAdministrators } from './tell-administrators.ts';

const day = 86_400_000;
/** Days between two looks at a record. */
const daysBetween = 7;
/** Looks in a row that find nothing, after which the domain is the account's no more. */
const mostMisses = 2;
/** Days without any answer of the name servers, after which it is not either. */
const mostSilentDays = 30;
/** Domains looked at in one night. */
const mostLooks = 500;
/** Texts that a refusal shows of those that were found. */
const mostShown = 3;
const longestShown = 120;

/** The TXT record by which a domain says that it is an account's. */
export const proofRecord = (accountID: string, domain: string): { name: string; value: string } => ({
  name: `_millwright.${domain}`,
  value: `millwright-account=${accountID}`,
});

interface Row {
  domain: string;
  provenAt: Date | string | null;
  until: Date | string | null;
}

/** How the account stands with each of these domains. */
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

/** Those of the domains whose emails count: proven, or in use before and not yet over. */
export const countingDomains = (proofs: readonly DomainProof[]): string[] =>
  proofs.filter(({ provenAt, countsUntil }) => provenAt ?? countsUntil).map(({ domain }) => domain);

/**
 * Looks for the record of a domain, outside of any transaction.
 * @throws Problem 409 `domain_unproven`, which says what to publish and what was found
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

/** Writes a proof down. One domain is of one account. @throws Problem 409 `domain_taken` */
export async function keepProof(em: EntityManager, accountID: string, domain: string, now: Date): Promise<void> {
  const query = em.getKysely();
  // No key over accounts says that a domain is of one: two that prove it at once wait for each other.
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
  // Whoever has proven it speaks for it; others had it for a while only.
  await sql`delete from core.email_domain where domain = ${domain} and account_id <> ${accountID}`.execute(query);
}

/** Domains that the account no longer lists are anybody's to prove. */
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
 * Looks again at records that were not looked at for a week, and at domains that counted for a while. One that is gone
 * twice in a row, or whose name servers are silent for a month, is the account's no more: who came in through its
 * provider signs in anew, and its administrators are told.
 */
export async function lookAtDomains(tenancy: Tenancy, texts: DomainTexts): Promise<void> {
  const { database, clock } = tenancy;
  const now = clock.now();
  const due = await database.runAsAuth({ accountID: '', readOnly: true, isPatient: true }, async (em) => {
    const { rows } = await sql<Due>`select account_id as "accountID", domain, proven_at is not null as "isProven",
        misses, seen_at as "seenAt"
      from core.email_domain
      where checked_at <= ${new Date(now.getTime() - daysBetween * day)} or until <= ${now}
      order by checked_at limit ${mostLooks}`.execute(em.getKysely());
    return rows;
  });
  for (const each of due) {
    const { name, value } = proofRecord(each.accountID, each.domain);
    const found = await texts.of(name).catch(() => undefined);
    await afterLook(
      tenancy,
      each,
      found?.some((text) => text.trim() === value),
    );
  }
}

/** `isThere`: undefined where nobody answered. */
async function afterLook(tenancy: Tenancy, due: Due, isThere: boolean | undefined): Promise<void> {
  const { accountID, domain } = due;
  const now = tenancy.clock.now();
  const afterwards: (() => void | Promise<void>)[] = [];
  const ctx: EndingContext = { clock: tenancy.clock, afterCommit: (work) => void afterwards.push(work) };
  await tenancy.database.runAsAuth({ accountID: '', isPatient: true }, async (em) => {
    const query = em.getKysely();
    const which = sql`account_id = ${accountID} and domain = ${domain}`;
    if (due.isProven && isThere) {
      await sql`update core.email_domain set seen_at = ${now}, checked_at = ${now}, misses = 0 where ${which}`.execute(
        query,
      );
      return;
    }
    const silentSince = asOptionalDate(due.seenAt)?.getTime() ?? 0;
    const isSilentForLong = now.getTime() - silentSince > mostSilentDays * day;
    if (due.isProven && isThere === undefined && !isSilentForLong) return;
    const misses = due.misses + 1;
    if (due.isProven && !isSilentForLong && misses < mostMisses) {
      await sql`update core.email_domain set checked_at = ${now}, misses = ${misses} where ${which}`.execute(query);
      return;
    }
    const { rows } = await sql<{ until: Date | string | null }>`select until from core.email_domain
      where ${which} for update`.execute(query);
    const until = rows[0]?.until;
    // One that counts for a while may not be over yet.
    if (!rows[0] || (until && asDate(until) > now)) {
      await sql`update core.email_domain set checked_at = ${now} where ${which}`.execute(query);
      return;
    }
    await sql`delete from core.email_domain where ${which}`.execute(query);
    await endSessionsThrough(ctx, em, accountID);
    await tellAdministrators(
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
