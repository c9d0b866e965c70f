import type { EntityManager } from '@mikro-orm/postgresql';
import { type Kysely, sql } from 'kysely';
import type { TableRow } from '../database/table-row.ts';
import type { PersonContext } from '../kernel/context.ts';
import { notices } from '../kernel/notices.ts';
import type { Session } from './session.entity.ts';
import { dropSessions } from './session-cache.ts';

type Tables = { 'core.session': TableRow<typeof Session> };

/** Why a session was revoked. */
export type EndReason =
  | 'signed_out'
  | 'reused'
  | 'password_changed'
  | 'password_reset'
  | 'address_proven'
  | 'provider_changed'
  | 'provider_unlinked'
  | 'joined_elsewhere';

/** Which sessions end; all of what is named has to fit. */
export interface EndedSessions {
  userID?: string | undefined;
  only?: string | undefined;
  except?: string | undefined;
  /** Through the provider of this account. */
  through?: string | undefined;
  /** Through the provider of any account but this one. */
  throughOthersThan?: string | undefined;
}

/** Ends sessions that are alive; answers them, for the cache of this process to forget. */
export async function endSessions(
  { clock }: Pick<PersonContext, 'clock'>,
  em: EntityManager,
  reason: EndReason,
  which: EndedSessions,
): Promise<{ id: string; user_id: string }[]> {
  const now = clock.now();
  const { userID, only, except, through, throughOthersThan } = which;
  return (em.getKysely() as unknown as Kysely<Tables>)
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

/** What ends sessions beside signing out: work of a request, or the nightly one. */
export type EndingContext = Pick<PersonContext, 'clock' | 'afterCommit'>;

/** The same where few requests do it: every session is read anew afterwards, in all processes. */
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

/** What is known of people has changed in ways that no session is named for. */
export function forgetAllSessions({ afterCommit }: Pick<EndingContext, 'afterCommit'>): void {
  afterCommit(() => {
    dropSessions();
    notices.tell('sessions');
  });
}

/** Ends what came in through the provider of an account: it was removed, switched off, or is another one now. */
export const endSessionsThrough = (ctx: EndingContext, em: EntityManager, accountID: string): Promise<number> =>
  endAndForget(ctx, em, 'provider_changed', { through: accountID });
