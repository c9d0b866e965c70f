import { PersonVault, queueSchema } from '@millwright/core/kernel';
import type { Client } from 'pg';
import { hasQueue, jobsOfAccount } from '../archive/account-rows.ts';

/** Both sides of a move, for sign-ins and waiting jobs, which are no rows of the account. */
export interface CarryOver {
  here: Client;
  there: Client;
  secrets: { here: string; there: string };
}

/**
 * Copies the sign-in of people who are new there: password, authenticator app and recovery codes. Passkeys belong to
 * the name of an installation and stay.
 */
export async function carrySignIns({ here, there, secrets }: CarryOver, people: readonly string[]): Promise<void> {
  const carry = async (table: string, key: string, changed: (row: Row) => Row = (row) => row): Promise<void> => {
    const { rows } = await here.query<{ row: Row }>(
      `select to_jsonb(t) as row from core.${table} t where t.${key} = any($1)`,
      [people],
    );
    await there.query(
      `insert into core.${table} select new.* from jsonb_populate_recordset(null::core.${table}, $1) new
       on conflict do nothing`,
      [JSON.stringify(rows.map(({ row }) => changed(row)))],
    );
  };
  const { rows } = await here.query<{ id: string; hash: string | null; ofTeam: boolean }>(
    `select id, password_hash as hash, is_password_of_team as "ofTeam" from core."user" where id = any($1)`,
    [people],
  );
  await there.query(
    `update core."user" person set password_hash = given.hash, is_password_of_team = given.of_team
     from unnest($1::text[], $2::text[], $3::bool[]) as given(id, hash, of_team) where person.id = given.id`,
    [rows.map(({ id }) => id), rows.map(({ hash }) => hash), rows.map(({ ofTeam }) => ofTeam)],
  );
  const [from, to] = [new PersonVault(secrets.here), new PersonVault(secrets.there)];
  await carry('auth_link', 'user_id');
  await carry('recovery_code', 'user_id');
  await carry('authenticator_app', 'user_id', (row) => {
    const [owner, sealed] = [String(row['user_id']), String(row['sealed_secret'])];
    return { ...row, sealed_secret: to.seal(owner, from.open(owner, sealed)) };
  });
}

type Row = Record<string, unknown>;

/** Copies unfinished jobs of the account. Running jobs start again there once the account is open. */
export async function carryJobs({ here, there }: CarryOver, accountID: string): Promise<number> {
  if (!(await hasQueue(here)) || !(await hasQueue(there))) return 0;
  const { rows } = await here.query<{ row: Row }>(
    `select to_jsonb(job) as row from ${queueSchema}.job job where state < 'completed' and (${jobsOfAccount})`,
    [accountID],
  );
  const columns = await columnsOfJobs(there);
  const names = columns.map((name) => `"${name}"`).join(', ');
  const waiting = rows.map(({ row }) =>
    row['state'] === 'active' ? { ...row, state: 'retry', started_on: null, heartbeat_on: null } : row,
  );
  await there.query(
    `insert into ${queueSchema}.job (${names})
     select ${names} from jsonb_populate_recordset(null::${queueSchema}.job, $1) on conflict do nothing`,
    [JSON.stringify(waiting)],
  );
  return rows.length;
}

async function columnsOfJobs(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = '${queueSchema}.job'::regclass
       and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  );
  return rows.map(({ name }) => name);
}

/** Deletes the jobs of an account that has moved. */
export async function dropJobs(here: Client, accountID: string): Promise<void> {
  if (await hasQueue(here)) await here.query(`delete from ${queueSchema}.job where ${jobsOfAccount}`, [accountID]);
}
