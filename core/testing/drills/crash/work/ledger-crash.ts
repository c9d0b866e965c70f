import { expect } from 'vitest';
import type { CrashSite } from '../server/crash-site.ts';
import { type CrashLoad, repeatLost, type Writer } from './crash-load.ts';

/** Writes documents with three lines, an event and a mail each. */
export const ledgerWriter: Writer = ({ key }) => ({
  method: 'POST',
  path: '/v1/x/ledger/entries',
  body: {
    title: key,
    email: `${key}@example.test`,
    lines: [1, 2, 3].map((measure) => ({ text: `Line ${measure}`, measure })),
  },
});

/** Checks the ledger after a crash, after repeating unanswered writes. */
export async function expectLedgerWhole(site: CrashSite, load: CrashLoad): Promise<void> {
  await repeatLost(site, load);
  await site.until('The outbox', () =>
    site.inDatabase(async (client) => {
      const { rows } = await client.query<{ busy: boolean }>(
        `select exists (select from core.event_outbox where dispatched_at is null)
           or exists (select from core.email_log where not has_sent)
           or (select count(*) from core.email_log) < (select count(*) from ledger.entry) as busy`,
      );
      return rows[0]?.busy === false;
    }),
  );
  await site.inDatabase(async (client) => {
    const { rows: entries } = await client.query<{
      id: string;
      number: string;
      title: string;
      lines: string;
      line_count: number;
    }>(
      `select e.id, e.number, e.title, e.line_count,
         (select count(*) from ledger.line l where l.account_id = e.account_id and l.entry_id = e.id) as lines
       from ledger.entry e order by e.number::bigint`,
    );
    const byTitle = new Map(entries.map((entry) => [entry.title, entry]));
    // Every entry acknowledged with 201 exists under the returned id and number.
    for (const { key, answer } of load.writes) {
      const { id, number } = answer as { id: string; number: string };
      expect(byTitle.get(key), key).toMatchObject({ id, number });
    }
    // One entry per key, no partial document, no number used twice or left out.
    expect(entries).toHaveLength(byTitle.size);
    expect(entries.filter(({ lines, line_count }) => Number(lines) !== 3 || line_count !== 3)).toEqual([]);
    expect(entries.map(({ number }) => Number(number))).toEqual(entries.map((_, index) => 1000 + index));
    const { rows: counters } = await client.query(
      "select next::int from core.numbering_sequence where kind = 'ledger_entry'",
    );
    expect(counters).toEqual([{ next: 1000 + entries.length }]);
    // One event per entry and one mail per event.
    const { rows: mails } = await client.query<{ count: string; records: string; captured: boolean }>(
      `select count(*), count(distinct record_id) as records, bool_and(has_sent and is_captured) as captured
        from core.email_log`,
    );
    const sum = String(entries.length);
    expect(mails).toEqual([{ count: sum, records: sum, captured: true }]);
    const { rows: events } = await client.query<{ type: string; count: string }>(
      "select type, count(*) from core.event_outbox where type = 'ledger.entry-created' group by type",
    );
    expect(events).toEqual([{ type: 'ledger.entry-created', count: sum }]);
    const { rows: handled } = await client.query<{ count: string }>(
      "select count(*) from core.handled_event where subscriber = 'ledger.send-receipt'",
    );
    expect(handled).toEqual([{ count: sum }]);
    const { rows: keys } = await client.query('select count(*) from core.idempotency_key where status is null');
    expect(keys).toEqual([{ count: '0' }]);
  });
}
