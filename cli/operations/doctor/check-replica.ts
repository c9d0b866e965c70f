import {
  type DatabaseUrls,
  hasFollowedSelect,
  type LogPosition,
  readingUrl,
  settledAddress,
  writtenSelect,
} from '@millwright/core/kernel';
import type { Client } from 'pg';
import type { InstallationConfig } from '../../installation/installation-config.ts';
import { connectedSoon } from './check-database.ts';
import type { Finding } from './finding.ts';

/** Largest replication lag in milliseconds without a finding; reports wait for a shorter time. */
const longestLag = 1_000;

/** Checks the replica for reports: it is a replica, of this database, and up to date. */
export async function checkReplica(
  urls: DatabaseUrls,
  { reading }: Pick<InstallationConfig, 'reading'>,
): Promise<{ looked: number; findings: Finding[] }> {
  if (!reading) return { looked: 0, findings: [] };
  const found = await connectedSoon(urls.tenant, async (primary) => {
    const { rows } = await primary.query<LogPosition>(writtenSelect);
    const address = await settledAddress('DATABASE_READ_URL', readingUrl(reading.url, urls.tenant));
    return connectedSoon(address, (replica) => faultOf(replica, rows[0] as LogPosition));
  }).catch((error: Error) => ({
    what: `The replica cannot be asked: ${error.message}`,
    fix: 'Check DATABASE_READ_URL and that the replica runs and lets the same roles in',
  }));
  const rest = '; reports and exports are read from DATABASE_URL instead';
  return {
    looked: 1,
    findings: found ? [{ check: 'replica', level: 'warning', what: found.what + rest, fix: found.fix }] : [],
  };
}

async function faultOf(
  replica: Client,
  { cluster, position }: LogPosition,
): Promise<Omit<Finding, 'check' | 'level'> | undefined> {
  const ask = () => replica.query<{ hasFollowed: boolean }>(hasFollowedSelect('$1', '$2'), [cluster, position]);
  for (const end = performance.now() + longestLag; performance.now() < end; ) {
    if ((await ask()).rows[0]?.hasFollowed) return undefined;
    await new Promise((done) => setTimeout(done, 50));
  }
  const { rows } = await replica.query<{ isReplica: boolean; isOurs: boolean; behind: string; seconds: number | null }>(
    `select pg_is_in_recovery() as "isReplica", (pg_control_system()).system_identifier::text = $1 as "isOurs",
       pg_size_pretty($2::pg_lsn - pg_last_wal_replay_lsn()) as behind,
       round(extract(epoch from now() - pg_last_xact_replay_timestamp()))::int as seconds`,
    [cluster, position],
  );
  const { isReplica, isOurs, behind, seconds } = rows[0] as (typeof rows)[0];
  if (!isOurs)
    return { what: 'DATABASE_READ_URL names the server of another database', fix: 'Name a replica of DATABASE_URL' };
  if (!isReplica)
    return { what: 'DATABASE_READ_URL names a server that is no replica', fix: 'Name a hot standby of DATABASE_URL' };
  return {
    // The time is unknown if it has replayed nothing since its start.
    what: `The replica is ${behind} of the log${seconds === null ? '' : ` and ${seconds} s`} behind`,
    fix: 'See its log: whether it still follows, and whether it has what it needs to keep up',
  };
}
