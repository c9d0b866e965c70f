import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connected } from '../../boot/index.ts';
import { processorTimeOfTree } from '../figures/processor-time.ts';
import { withBenchDatabase } from '../place/bench-place.ts';
import { buildDir } from '../place/bench-root.ts';
import { Child } from '../place/child.ts';
import { removeData, startServer, stopServer } from './start-time.ts';

/** What a number of empty accounts costs an installation. */
export interface AccountsCost {
  accounts: number;
  /** Seconds of processor time until the first answer: of the server, and of PostgreSQL for it. */
  server: number;
  postgres: number;
  /** Transactions a minute of an idle installation. */
  transactions: number;
  /** Jobs queued in a minute of it. */
  jobs: number;
  /** Resident megabytes of the server after the idle time. */
  megabytes: number;
}

const counts = [1, 100, 1000];
/** Milliseconds for the work after a start, and of the idle time that is measured. */
const settling = 15_000;
const idling = 60_000;

/** The most that 1,000 accounts may cost, compared with one. */
const aims = { processor: 1.3, transactions: 2, megabytes: 1.2 };

const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

interface Work {
  transactions: number;
  jobs: number;
}

/** What the database has done so far, without the statements of this program. */
const workOf = (adminUrl: string): Promise<Work> =>
  connected(adminUrl, async (client) => {
    const { rows } = await client.query<Work>(
      `select (xact_commit + xact_rollback)::float8 as transactions,
         (select count(*)::float8 from queue.job where created_on > now() - make_interval(secs => $1)) as jobs
       from pg_stat_database where datname = current_database()`,
      [idling / 1000],
    );
    return rows[0] as Work;
  });

/**
 * Starts the built program on a database with 1, 100 and 1,000 empty accounts, as a second start of the same version,
 * and lets it idle. Linux only.
 */
export const measureAccounts = (say: (line: string) => void): Promise<AccountsCost[]> =>
  withBenchDatabase({ say }, async ({ urls, adminUrl, secret, postgres, folder }) => {
    const measured: AccountsCost[] = [];
    const env = {
      DATABASE_URL: adminUrl,
      MILLWRIGHT_SECRET: secret,
      MILLWRIGHT_DEMO: '0',
    };
    let made = 0;
    for (const accounts of counts) {
      say(`measuring: ${accounts} empty accounts`);
      const maker = new Child('server');
      await maker.call('boot', { urls, buildDir, secret });
      await maker.call('createEmptyAccounts', { from: made + 1, to: accounts });
      await maker.stop();
      made = accounts;
      const data = join(folder, `server-${accounts}`);
      // The first start may find tables to analyze.
      await stopServer((await startServer(data, env)).child);
      const before = processorTimeOfTree(postgres) ?? Number.NaN;
      const { child } = await startServer(data, env);
      const pid = child.pid as number;
      const server = (processorTimeOfTree(pid) ?? Number.NaN) / 1000;
      const ofPostgres = ((processorTimeOfTree(postgres) ?? Number.NaN) - before) / 1000;
      await pause(settling);
      const then = await workOf(adminUrl);
      await pause(idling);
      const now = await workOf(adminUrl);
      const minutes = idling / 60_000;
      measured.push({
        accounts,
        server,
        postgres: ofPostgres,
        jobs: now.jobs / minutes,
        megabytes: residentMegabytes(pid),
        transactions: (now.transactions - then.transactions) / minutes,
      });
      await stopServer(child);
      removeData(data);
    }
    return measured;
  });

/** The table of the README, with the last line compared with the first. */
export function accountsTable(measured: readonly AccountsCost[]): string {
  const [one, last] = [measured[0] as AccountsCost, measured.at(-1) as AccountsCost];
  const processor = ({ server, postgres }: AccountsCost): number => server + postgres;
  const ratios = [
    ['processor time until ready', processor(last) / processor(one), aims.processor],
    ['idle transactions a minute', last.transactions / one.transactions, aims.transactions],
    ['memory', last.megabytes / one.megabytes, aims.megabytes],
  ] as const;
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['Empty accounts', 'CPU until ready: server', 'PostgreSQL', 'idle transactions/min', 'jobs/min', 'memory']),
    row(Array.from({ length: 6 }, () => '--:')),
    ...measured.map(({ accounts, server, postgres, transactions, jobs, megabytes }) =>
      row([
        String(accounts),
        `${server.toFixed(2)} s`,
        `${postgres.toFixed(2)} s`,
        transactions.toFixed(0),
        jobs.toFixed(1),
        `${megabytes.toFixed(0)} MB`,
      ]),
    ),
    '',
    ...ratios.map(
      ([what, ratio, most]) =>
        `${what}: ${last.accounts} accounts take ${ratio.toFixed(2)} times those of one, at most ${most}: ` +
        `${ratio <= most ? 'yes' : 'NO'}`,
    ),
  ].join('\n');
}
