import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Registry } from '../../boot/registry/registry.ts';
import { problems } from '../../contracts/endpoints/problem.ts';
import { daysLater } from '../../contracts/texts/date.ts';
import type { Database } from '../../database/database.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { AccountSlug } from './account.entity.ts';

/**
 * Words that would look like the installation itself in an address or mail, and words that later versions may use as
 * paths.
 */
const reserved = new Set(
  `about abuse account accounts admin administrator api app apps assets auth billing blog cdn contact dashboard demo dev
  docs download email ftp health help home host hostmaster imap info install internal legal livez login logout mail
  mailer-daemon marketing media metrics millwright millwright-support mobile news noreply no-reply null official
  operator ops owner payment payments plugin plugins pop portal postmaster press pricing privacy public readyz register
  root sales secure security self service settings setup shop signin signout signup site smtp sso staff static status
  store support sysadmin system team terms test trust undefined upload user users webhook webhooks webmaster widget
  widgets www`.split(/\s+/),
);

/**
 * Whether a slug is reserved: a reserved word, or a name in an audience of platform.config.ts, which would give the
 * account another tenant's plugin.
 */
export const isReservedSlug = (registry: Registry, slug: string): boolean =>
  reserved.has(slug) || registry.plugins.some(({ audience }) => audience?.includes(slug));

/** @throws Problem 409 `duplicate`, the same for reserved and existing slugs */
export function slugTaken(): never {
  const message = 'This slug is taken';
  throw problems.duplicate({ message, errors: [{ path: 'slug', message }] });
}

const keptDays = 90;

/** Frees slugs that were given up long ago. */
const forgetOld = async (em: EntityManager, now: Date): Promise<void> => {
  const before = daysLater(now, -keptDays);
  await em.nativeDelete(AccountSlug, { freedAt: { $lt: before } }, { filters: false });
};

/** Whether an account has the slug or gave it up recently; in a transaction of the auth role. */
export async function isSlugTaken(em: EntityManager, slug: string, now: Date): Promise<boolean> {
  await forgetOld(em, now);
  return (await em.count(AccountSlug, { slug }, { filters: false })) > 0;
}

/** Checks a slug. @throws Problem 409 `duplicate` if an account has it or gave it up recently */
export const refuseTakenSlug = (
  { database, clock }: { database: Database; clock: Clock },
  slug: string,
): Promise<void> =>
  database.runAsAuth({ accountID: '' }, async (em) => {
    if (await isSlugTaken(em, slug, clock.now())) slugTaken();
  });

/** Changes the slug of the context's account; the former one stays reserved for it. @throws Problem 409 `duplicate` */
export async function changeSlug(ctx: AccountContext, from: string, to: string): Promise<void> {
  const query = ctx.em.query();
  await sql`update core.account_slug set freed_at = ${ctx.clock.now()} where slug = ${from}`.execute(query);
  const { rows } = await sql`update core.account_slug set freed_at = null where slug = ${to} returning slug`.execute(
    query,
  );
  if (rows.length) return;
  // The account cannot see the owner of a slug, but the unique key shows that it is not free.
  const { numAffectedRows } =
    await sql`insert into core.account_slug (slug, account_id) values (${to}, ${ctx.account.id})
    on conflict do nothing`.execute(query);
  if (!numAffectedRows) slugTaken();
}

/** Frees old slugs nightly. Accounts themselves only see their own slugs. */
export const pruneSlugs = (database: Database, clock: Clock): Promise<void> =>
  database.runAsAuth({ accountID: '' }, (em) => forgetOld(em, clock.now()));
