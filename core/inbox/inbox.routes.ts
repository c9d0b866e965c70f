import type { RawBuilder } from 'kysely';
import {
  countInbox,
  listInbox,
  readInbox,
  readUnsubscribeLink,
  readWholeInbox,
  unsubscribe,
} from '../contracts/work/inbox.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { personRoute, type Route, route } from '../kernel/route.ts';
import type { RecordRegistry } from '../records/record-registry.ts';
import { countInboxOf, inboxPage, markAllRead, markRead } from './inbox.queries.ts';
import type { Unsubscribing } from './unsubscribe.ts';

/** The inbox of the team's people, and the links of their mails. `tasksDue`: the number beside the unread entries. */
export const inboxRoutes = (
  records: RecordRegistry,
  tasksDue: (ctx: AccountContext) => RawBuilder<number>,
  unsubscribing: Unsubscribing,
): Route[] => [
  route(listInbox, (ctx, { query }) => inboxPage(ctx, records, query)),
  route(countInbox, (ctx) => countInboxOf(ctx, tasksDue(ctx))),
  route(readInbox, async (ctx, { body }) => {
    await markRead(ctx, body.ids);
    return undefined;
  }),
  route(readWholeInbox, async (ctx, { body }) => {
    await markAllRead(ctx, body.until);
    return undefined;
  }),
  personRoute(readUnsubscribeLink, (ctx, { body }) => unsubscribing.read(ctx, body.token), {
    acts: 'open',
    repeat: 'runs',
  }),
  personRoute(unsubscribe, (ctx, { body }) => unsubscribing.confirm(ctx, body.token), { acts: 'open', repeat: 'runs' }),
];
