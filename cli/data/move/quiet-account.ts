import { setTimeout as pause } from 'node:timers/promises';
import { refusal } from '@millwright/core/cli';
import type { Client } from 'pg';

/** Milliseconds after which the move fails because of transactions that still run. */
const patience = 120_000;

/** Backups only read. */
const ofOthers = `datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
  and application_name <> 'millwright-backup'`;

/**
 * Waits until every transaction that runs now has ended. After that, writes admitted before the start of the move are
 * either committed or undone.
 * @throws CommandFailure `transactions_open`
 */
export async function transactionsOver(client: Client, signal: AbortSignal): Promise<void> {
  const { rows: moments } = await client.query<{ now: string }>('select clock_timestamp()::text as now');
  for (const until = Date.now() + patience; ; ) {
    signal.throwIfAborted();
    const { rows } = await client.query<{ pid: number; name: string }>(
      `select pid, application_name as name from pg_stat_activity where ${ofOthers} and xact_start < $1::timestamptz`,
      [moments[0]?.now],
    );
    if (!rows.length) return;
    if (Date.now() > until)
      throw refusal('transactions_open', `${rows.length} transactions of before do not end`, {
        hint: `End them first: select pg_terminate_backend(pid) for ${rows.map(({ pid }) => pid).join(', ')}`,
      });
    await pause(200, undefined, { signal });
  }
}
