import { Transform } from 'node:stream';
import { refusal } from '@millwright/core/cli';
import { appliedMigrations } from '@millwright/core/kernel';
import { type Client, escapeIdentifier } from 'pg';
import type { BackupManifest } from '../backup/backup-manifest.ts';
import { connectAsAdministrator, type DatabaseTable, qualified } from '../backup/database-tables.ts';
import { type LoadOptions, loadTables } from '../backup/restore-backup.ts';

export interface ImportedAccount {
  rows: number;
  /** Who signs in here already, by email or id: they keep their sign-in. */
  known: number;
  /** Who is new here, without a password. */
  added: number;
  /** Their ids. */
  newPeople: string[];
}

/** How the copy of an account comes in that `account move` brings: on its way until the move opens it. */
export interface MoveArrival {
  /** In the transaction, before any row comes. */
  prepare(client: Client): Promise<void>;
  /** In the transaction, when all rows are there. */
  complete(client: Client, newPeople: readonly string[]): Promise<void>;
}

/** Thrown to roll back what a dry run has done. */
const tried = new Error('tried');

/**
 * Brings the account of an archive into a database beside the others, closed, in one transaction. Ids stay as they are;
 * people are recognised by id or email, and rows that name somebody who has another id here name that one.
 * @throws CommandFailure where the account is here already, its slug or a domain is taken, or the schema is another
 */
export async function importAccount(
  adminUrl: string,
  options: Pick<LoadOptions, 'manifest' | 'file' | 'signal' | 'progress'> & {
    slug: string | undefined;
    arrival?: MoveArrival;
  },
  { isDryRun = false } = {},
): Promise<ImportedAccount> {
  const { manifest, slug, arrival } = options;
  const account = manifest.account as NonNullable<BackupManifest['account']>;
  const client = await connectAsAdministrator(adminUrl);
  let done: ImportedAccount = { rows: 0, known: 0, added: 0, newPeople: [] };
  try {
    await requireSameSchema(client, manifest);
    await client.query('begin');
    // Foreign keys hold in the archive as a whole, and what triggers write is in it.
    await client.query('set local session_replication_role = replica');
    await arrival?.prepare(client);
    await takeSlug(client, account.id, slug ?? account.slug);
    for (const [table, own] of Object.entries(arriving))
      await client.query(`create temporary table ${own} (like ${table}) on commit drop`);
    const newIDs = new Map<string, string>();
    const rows = await loadTables(client, {
      ...options,
      targetOf: (table) => arriving[qualified(table)] ?? qualified(table),
      changedBy: () => renaming(newIDs),
      onLoaded: async (table) => {
        if (table.schema !== 'core') return;
        if (table.table === 'user') done = { ...done, ...(await settlePeople(client, table, newIDs)) };
        if (table.table === 'account') await settleAccount(client, table, slug ?? account.slug, Boolean(arrival));
      },
    });
    done = { ...done, rows };
    await requireFreeDomains(client, account.id, await provenDomains(client, account.id));
    await arrival?.complete(client, done.newPeople);
    if (isDryRun) throw tried;
    await client.query('commit');
    await client.query('analyze');
    return done;
  } catch (error) {
    if (error !== tried) throw error;
    return done;
  } finally {
    // Ending a connection in mid-transaction rolls it back.
    await client.end().catch(() => {});
  }
}

/** What may have to change before it is among the rows that are here, and where it waits. */
const arriving: Readonly<Record<string, string>> = {
  '"core"."user"': 'pg_temp.arriving_person',
  '"core"."account"': 'pg_temp.arriving_account',
};

/** @throws CommandFailure `other_version` where the database has other migrations */
export async function requireSameSchema(
  client: Client,
  manifest: Pick<BackupManifest, 'migrations' | 'version'>,
): Promise<void> {
  const there = await appliedMigrations(client, Object.keys(manifest.migrations));
  const differing = Object.entries(manifest.migrations).filter(
    ([schema, names]) =>
      names.length !== (there[schema] ?? []).length || names.some((name) => !there[schema]?.includes(name)),
  );
  if (differing.length)
    throw refusal('other_version', `The account comes from version ${manifest.version}, whose schema is another one`, {
      hint: 'Bring both installations to the same version, then export it again',
      errors: differing.map(([schema]) => ({ path: schema, message: 'has other migrations' })),
    });
}

/** The slug is free, or was this very account's before it was deleted here. */
async function takeSlug(client: Client, accountID: string, slug: string): Promise<void> {
  const { rowCount } = await client.query('select from core.account where id = $1', [accountID]);
  if (rowCount) throw refusal('duplicate', 'The account is in this installation already');
  const taken = await client.query(
    `insert into core.account_slug as known (slug, account_id) values ($1, $2)
     on conflict (slug) do update set freed_at = null where known.account_id = excluded.account_id returning slug`,
    [slug, accountID],
  );
  if (!taken.rowCount)
    throw refusal('duplicate', `The slug ${slug} is taken`, { hint: 'Choose another with --slug SLUG' });
}

/** Email domains that are proven for the account. */
export async function provenDomains(client: Client, accountID: string): Promise<string[]> {
  const { rows } = await client.query<{ domain: string }>(
    'select domain from core.email_domain where account_id = $1 and proven_at is not null order by domain',
    [accountID],
  );
  return rows.map(({ domain }) => domain);
}

/**
 * A domain is proven for one account of an installation.
 * @throws CommandFailure `duplicate` where one of these is proven for another account
 */
export async function requireFreeDomains(client: Client, accountID: string, domains: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ domain: string; slug: string }>(
    `select proof.domain, account.slug from core.email_domain proof join core.account on account.id = proof.account_id
     where proof.domain = any($2) and proof.account_id <> $1 and proof.proven_at is not null order by proof.domain`,
    [accountID, domains],
  );
  const [taken] = rows;
  if (taken)
    throw refusal('duplicate', `The email domain ${taken.domain} is proven for ${taken.slug} there`, {
      hint: 'Take it out of one of the two accounts first (Settings, Security, Single sign-on)',
    });
}

/** Adds who is new, and notes who has another id here. */
async function settlePeople(
  client: Client,
  table: DatabaseTable,
  newIDs: Map<string, string>,
): Promise<Omit<ImportedAccount, 'rows'>> {
  const { rows: known } = await client.query<{ before: string; now: string }>(
    `select arriving.id as before, person.id as now from pg_temp.arriving_person arriving
     join core."user" person on person.id = arriving.id or person.email = arriving.email
     order by person.id = arriving.id desc`,
  );
  for (const { before, now } of known) if (before !== now && !newIDs.has(before)) newIDs.set(before, now);
  await client.query(
    `update pg_temp.arriving_person arriving set username = null
     where exists (select from core."user" person where person.username = arriving.username)`,
  );
  const columns = namesOf(table);
  const { rows: added } = await client.query<{ id: string }>(
    `insert into core."user" (${columns}) select ${columns} from pg_temp.arriving_person arriving
     where not exists (select from core."user" person where person.id = arriving.id or person.email = arriving.email)
     returning id`,
  );
  const newPeople = added.map(({ id }) => id);
  return { known: new Set(known.map(({ before }) => before)).size, added: newPeople.length, newPeople };
}

/** Closed, and under the slug that it gets here. */
async function settleAccount(client: Client, table: DatabaseTable, slug: string, isMove: boolean): Promise<void> {
  await client.query(
    `update pg_temp.arriving_account set slug = $1, closed_at = coalesce(closed_at, now()), moved_to = null,
       moving_since = case when $2 then coalesce(moving_since, now()) end`,
    [slug, isMove],
  );
  await client.query(
    `insert into core.account (${namesOf(table)}) select ${namesOf(table)} from pg_temp.arriving_account`,
  );
}

const namesOf = ({ columns }: DatabaseTable): string => columns.map((name) => escapeIdentifier(name)).join(', ');

/** Rows of COPY with ids of people replaced: an id is a word of its own that stands for nothing else. */
function renaming(newIDs: ReadonlyMap<string, string>): Transform {
  let rest = '';
  const renamed = (text: string): string =>
    newIDs.size ? text.replaceAll(/usr_[0-9a-z]{26}/g, (id) => newIDs.get(id) ?? id) : text;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      // Latin-1 keeps every byte as it is, also where a sign of UTF-8 is cut in two.
      const text = rest + piece.toString('latin1');
      const end = text.lastIndexOf('\n') + 1;
      rest = text.slice(end);
      done(null, Buffer.from(renamed(text.slice(0, end)), 'latin1'));
    },
    flush(done) {
      done(null, Buffer.from(renamed(rest), 'latin1'));
    },
  });
}
