import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type OperatorContext, refusal } from '@millwright/core/cli';
import {
  type AccountOverview,
  accessLifetime,
  appliedMigrations,
  arriveHere,
  beginMove,
  leaveFor,
  resealAccount,
  takeMoveBack,
} from '@millwright/core/kernel';
import type { Client } from 'pg';
import { installationConfig } from '../../installation/installation-config.ts';
import { version } from '../../installation/version.ts';
import { removeAccountRows } from '../archive/account-rows.ts';
import { importAccount, provenDomains, requireFreeDomains, requireSameSchema } from '../archive/import-account.ts';
import { backUp } from '../backup/back-up.ts';
import { verifyBackup } from '../backup/verify-backup.ts';
import { carryJobs, carrySignIns, dropJobs } from './carry-over.ts';
import { countRows, differencesOf, type TableTotals, totalsOfAccount } from './compare-accounts.ts';
import type { OtherInstallation } from './other-installation.ts';
import { transactionsOver } from './quiet-account.ts';

/** Both ends of a move. */
export interface MoveEnds {
  account: AccountOverview;
  here: { adminUrl: string; secret: string; schemas: readonly string[]; client: Client; hasServers: boolean };
  there: OtherInstallation & { client: Client };
}

export interface MovedAccount {
  rows: number;
  tables: number;
  /** Seconds in which nobody could work in it. */
  seconds: number;
}

/** How the account stands in the other installation. */
interface Standing {
  closed: boolean;
  moving: boolean;
  moved_to: string | null;
}

/** Milliseconds in which running servers usually learn of a change. */
const usuallyHeard = 3_000;
/** Milliseconds after which no server acts on access that it read before the move, even if it missed the notice. */
const surelyHeard = accessLifetime + 10_000;

/** Milliseconds to wait for the lock of a move that was killed. */
const lockPatience = 5_000;

/** State of the account there; undefined for an unknown account. */
export async function standingThere({ account, there }: MoveEnds): Promise<Standing | undefined> {
  const { rows } = await there.client.query<Standing>(
    `select closed_at is not null as closed, moving_since is not null as moving, moved_to
     from core.account where id = $1`,
    [account.id],
  );
  return rows[0];
}

/**
 * Checks that the account can move and takes the lock on its moves, which ends with the connection.
 * @throws CommandFailure with the obstacle, before anything is changed
 */
export async function requireMovable(ends: MoveEnds): Promise<void> {
  const { account, here, there } = ends;
  const identity = (client: Client) =>
    client
      .query<{ name: string }>(
        `select system_identifier || ' ' || current_database() as name from pg_catalog.pg_control_system()`,
      )
      .then(({ rows }) => rows[0]?.name);
  if ((await identity(here.client)) === (await identity(there.client)))
    throw refusal('same_installation', 'The other installation is this one', {
      hint: '--to names the settings or the database of another installation',
    });
  if (!(await lockMove(here.client, account.id)))
    throw refusal('move_running', `Somebody is moving ${account.slug} right now`);
  if (account.closedAt && !account.movedTo)
    throw refusal('account_closed', `${account.slug} is closed`, {
      hint: `Open it first: millwright account open ${account.slug}`,
    });
  const standing = await standingThere(ends);
  if (account.movedTo) {
    const isThere = standing !== undefined && (standing.moving || !standing.closed);
    if (!isThere || account.movedTo !== there.address)
      throw refusal('account_moved', `${account.slug} has moved to ${account.movedTo}`, {
        hint: 'Move it on from there',
      });
    return;
  }
  if (standing && !standing.moving && !standing.moved_to)
    throw refusal('duplicate', `${account.slug} is in the other installation already`, {
      hint: 'Delete it there first, or go on working there',
    });
  const migrations = await appliedMigrations(here.client, [...here.schemas]);
  await requireSameSchema(there.client, { migrations, version });
  const { rowCount: taken } = await there.client.query(
    'select from core.account_slug where slug = $1 and account_id <> $2',
    [account.slug, account.id],
  );
  if (taken)
    throw refusal('duplicate', `The slug ${account.slug} is taken there`, {
      hint: 'Give the account another slug here first (Settings, Account): old links lead to it',
    });
  await requireFreeDomains(there.client, account.id, await provenDomains(here.client, account.id));
}

/** PostgreSQL notices after a moment that a process was killed. */
async function lockMove(client: Client, accountID: string): Promise<boolean> {
  for (const until = Date.now() + lockPatience; ; await pause(200)) {
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('move of ' || $1, 0)) as held`,
      [accountID],
    );
    if (rows[0]?.held || Date.now() > until) return rows[0]?.held ?? false;
  }
}

/** Rows and totals of the account here. */
export const totalsHere = ({ account, here }: MoveEnds): Promise<ReadonlyMap<string, TableTotals>> =>
  totalsOfAccount(here.client, here.schemas, account.id);

/** Moves the account, after `requireMovable`. */
export async function moveAccount(ctx: OperatorContext, ends: MoveEnds): Promise<MovedAccount> {
  const { account, here, there } = ends;
  const [{ tenancy: ours }, { tenancy: theirs }] = [await ctx.openKernel(), await there.ctx.openKernel()];
  const began = performance.now();
  let copied: ReadonlyMap<string, TableTotals>;
  const before = await standingThere(ends);
  try {
    await beginMove(ours, account.id);
    copied = await copiedAlike(ctx, ends, began);
    ctx.signal.throwIfAborted();
  } catch (error) {
    await takeBack(ctx, ends, before?.moved_to ?? null);
    throw error;
  }
  // After this commit the move can only be finished.
  await leaveFor(ours, account.id, there.address);
  await dropJobs(here.client, account.id);
  await arriveHere(theirs, account.id);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return { rows: countRows(copied), tables: [...copied.values()].filter(({ rows }) => rows).length, seconds };
}

/** Finishes a move that was cut short after the account had left: opens the copy. */
export async function finishMove(ends: MoveEnds): Promise<void> {
  await dropJobs(ends.here.client, ends.account.id);
  await arriveHere((await ends.there.ctx.openKernel()).tenancy, ends.account.id);
}

/** Copies until both sides have the same rows and totals: once, or twice after a late write. */
async function copiedAlike(
  ctx: OperatorContext,
  ends: MoveEnds,
  began: number,
): Promise<ReadonlyMap<string, TableTotals>> {
  const { account, here, there } = ends;
  const heard = async (milliseconds: number): Promise<void> => {
    const left = began + milliseconds - performance.now();
    if (here.hasServers && left > 0) await pause(left, undefined, { signal: ctx.signal });
    await transactionsOver(here.client, ctx.signal);
  };
  await heard(usuallyHeard);
  for (let round = 1; ; round += 1) {
    await copy(ctx, ends);
    await heard(surelyHeard);
    ctx.note('Comparing both sides');
    const totals = await totalsOfAccount(here.client, here.schemas, account.id);
    const errors = differencesOf(totals, await totalsOfAccount(there.client, here.schemas, account.id));
    if (!errors.length) return totals;
    if (round === 2)
      throw refusal('move_differs', 'The copy is not what the account is here', {
        errors: errors.slice(0, 20),
        hint: 'The account goes on here. Run it again when nothing writes to the database beside the servers',
      });
    ctx.note(`Something was written meanwhile (${errors[0]?.path}): copying again`);
  }
}

async function copy(ctx: OperatorContext, ends: MoveEnds): Promise<void> {
  const { account, here, there } = ends;
  const { id, slug, name } = account;
  const folder = join(installationConfig(ctx.env).dataDir, 'moves', id);
  // Files of a move that was cut short.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'account.tar.gz');
  try {
    const { adminUrl, secret, schemas } = here;
    await backUp(ctx, { adminUrl, secret, schemas: [...schemas], file, account: { id, slug, name } });
    const manifest = await verifyBackup(file, ctx.signal);
    const progress = await ctx.progress('Importing', { unit: 'bytes' });
    await importAccount(there.adminUrl, {
      manifest,
      file,
      slug,
      progress,
      signal: ctx.signal,
      arrival: {
        prepare: async (client) => void (await removeAccountRows(client, schemas, id)),
        complete: async (client, newPeople) => {
          const both = { here: here.client, there: client, secrets: { here: secret, there: there.secret } };
          await carrySignIns(both, newPeople);
          await carryJobs(both, id);
        },
      },
    }).finally(() => progress.end());
    const { tenancy } = await there.ctx.openKernel();
    await resealAccount(tenancy, id, { secret: there.secret, former: secret });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Opens the account here again and removes the copy. If the account had been there before, the row that answers old
 * links is kept. The account comes first, because nobody can open the copy.
 */
async function takeBack(ctx: OperatorContext, ends: MoveEnds, formerAddress: string | null): Promise<void> {
  const { account, here, there } = ends;
  await takeMoveBack((await ctx.openKernel()).tenancy, account.id);
  ctx.note(`${account.slug} goes on here`);
  try {
    await there.client.query('begin');
    const { rowCount } = await there.client.query(
      'select from core.account where id = $1 and moving_since is not null for update',
      [account.id],
    );
    if (rowCount && formerAddress !== null)
      await there.client.query('update core.account set moving_since = null, moved_to = $2 where id = $1', [
        account.id,
        formerAddress,
      ]);
    else if (rowCount) {
      const { rows: people } = await there.client.query<{ id: string }>(
        'select user_id as id from core.member where account_id = $1 and user_id is not null',
        [account.id],
      );
      await removeAccountRows(there.client, here.schemas, account.id);
      await removeStrangers(
        ends,
        people.map(({ id }) => id),
      );
    }
    await there.client.query('commit');
  } catch (error) {
    ctx.note(
      `warning: its copy in the other installation, which nobody can open, stays until the next move: ${String(error)}`,
    );
  }
}

/** Removes people who came with the copy only: members of no other account there, without any sign-in. */
const removeStrangers = ({ there }: MoveEnds, people: readonly string[]) =>
  there.client.query(
    `with gone as (
       delete from core."user" person where id = any($1) and not is_operator
         and not exists (select from core.member where user_id = person.id)
         and not exists (select from core.session where user_id = person.id)
         and not exists (select from core.person_event where user_id = person.id)
       returning id),
     apps as (delete from core.authenticator_app where user_id in (select id from gone)),
     codes as (delete from core.recovery_code where user_id in (select id from gone))
     delete from core.auth_link where user_id in (select id from gone)`,
    [people],
  );
