import type { AuditEvent } from '../audit/audit-event.entity.ts';
import type { TableRow } from '../database/rows/table-row.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { type CoreAccounts, openCoreAccounts } from '../testing/kernel/core-accounts.ts';
import type { ListEndpoint } from './list-page.ts';

/** The table for tests of lists. */
export type EventTables = { 'core.audit_event': TableRow<typeof AuditEvent> };

/** Query of the tested list. */
export interface EventQuery {
  query?: string;
  action?: string;
  take?: number;
  skip?: number;
  sortBy?: 'action' | 'at';
  sortOrder?: 'asc' | 'desc';
}

/** Two accounts with the same events, numbered from 0: `aud_0000`. `action` is SQL with the number `n`. */
export async function openEvents(events: {
  count: number;
  digits: number;
  perMinute: number;
  action: string;
}): Promise<CoreAccounts> {
  const { count, digits, perMinute, action } = events;
  const test = await openCoreAccounts();
  await test.admin.query(
    `insert into core.audit_event (account_id, id, record_type, record_id, action, actor_type, actor_id, actor_name, ip,
      request_id, changes, occurred_at)
     select account, 'aud_' || lpad(n::text, ${digits}, '0'), 'thing', 'x', ${action}, 'system', '', '', '', '', '[]',
       timestamptz '2026-01-01' + (n / ${perMinute}) * interval '1 minute'
     from generate_series(0, ${count - 1}) n, unnest($1::text[]) account`,
    [[test.accounts.a, test.accounts.b]],
  );
  return test;
}

/** The list of the events, newest first. */
export function eventParts(ctx: AccountContext, list: ListEndpoint, query: EventQuery) {
  let matching = ctx.em
    .query<EventTables>()
    .selectFrom('core.audit_event as event')
    .where('event.account_id', '=', ctx.account.id);
  if (query.action) matching = matching.where('event.action', '=', query.action);
  return {
    list,
    id: 'event.id' as const,
    matching,
    select: (rows: typeof matching) => rows.select(['event.id', 'event.action']),
    page: { take: 50, skip: 0, ...query },
    sortable: { action: 'event.action' as const, at: 'event.occurred_at' as const },
    order: [['event.occurred_at', 'desc']] as const,
  };
}
