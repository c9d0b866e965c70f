import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { TableRow } from '../../database/rows/table-row.ts';
import { notices } from '../../kernel/calls/notices.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import type { Session } from './session.entity.ts';
import { dropSessions } from './session-cache.ts';

type Tables = { 'core.session': TableRow<typeof Session> };

/** Reason for revoking a session. */
export type EndReason =
  | 'signed_out'
  | 'reused'
  | 'password_changed'
  | 'password_reset'
  | 'address_proven'
  | 'provider_changed'
  | 'provider_unlinked'
  | 'joined_elsewhere';

/** Selects the sessions to end; all given conditions must match. */
export interface EndedSessions {
  userID?: string | undefined;
  only?: string | undefined;
  except?: string | undefined;
  /** Sessions through the provider of this account. */
  through?: string | undefined;
  /** Sessions through the provider of any other account. */
  throughOthersThan?: string | undefined;
}

/** Ends active sessions and returns them, so that the cache of this process can drop them. */
export async function endSessions(
  { clock }: Pick<PersonContext, 'clock'>,
  em: EntityManager,
  reason: EndReason,
  which: EndedSessions,
): Promise<{ id: string; user_id: string }[]> {
  const now = clock.now();
  const { userID, only, except, through, throughOthersThan } = which;
  return em
    .getKysely<Tables>()
    .updateTable('core.session')
    .set({ revoked_at: now, revoked_reason: reason, updated_at: now, version: sql<number>`version + 1` })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(userID !== undefined, (query) => query.where('user_id', '=', userID as string))
    .$if(only !== undefined, (query) => query.where('id', '=', only as string))
    .$if(except !== undefined, (query) => query.where('id', '<>', except as string))
    .$if(through !== undefined, (query) => query.where('provider_account_id', '=', through as string))
    .$if(throughOthersThan !== undefined, (query) =>
      query.where('provider_account_id', '<>', throughOthersThan as string),
    )
    .returning(['id', 'user_id'])
    .execute();
}

/** The context of ending sessions: a request or the nightly work. */
export type EndingContext = Pick<PersonContext, 'clock' | 'afterCommit'>;

/** Like `endSessions`, for rare events: all processes then read every session again. */
export async function endAndForget(
  ctx: EndingContext,
  em: EntityManager,
  reason: EndReason,
  which: EndedSessions,
): Promise<number> {
  const ended = await endSessions(ctx, em, reason, which);
  forgetAllSessions(ctx);
  return ended.length;
}

/** Drops all cached sessions after a change that concerns unknown sessions. */
export function forgetAllSessions({ afterCommit }: Pick<EndingContext, 'afterCommit'>): void {
  afterCommit(() => {
    dropSessions();
    notices.tell('sessions');
  });
}

/** Ends all sessions through the provider of an account after the provider was removed, disabled or replaced. */
export const endSessionsThrough = (ctx: EndingContext, em: EntityManager, accountID: string): Promise<number> =>
  endAndForget(ctx, em, 'provider_changed', { through: accountID });
