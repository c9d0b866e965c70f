import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { newID } from '../../contracts/texts/id.ts';
import { VerificationToken } from './verification-token.entity.ts';

/** Purpose of a mailed secret. */
export type VerificationPurpose = 'email' | 'reset';

/** Stores a mailed secret and invalidates the previous one of the same purpose. */
export async function storeVerification(
  em: EntityManager,
  input: { userID: string; identifier: string; purpose: VerificationPurpose; tokenHash: string; expiresAt: Date },
): Promise<void> {
  await em.nativeDelete(VerificationToken, { userID: input.userID, purpose: input.purpose });
  em.persist(em.create(VerificationToken, { id: newID('vft'), ...input, attempts: 0 }));
  await em.flush();
}

/** The stored secret, locked until the transaction ends, so that tries are counted one by one. */
export const lockVerification = (
  em: EntityManager,
  which: { userID: string; purpose: 'email' } | { tokenHash: string; purpose: 'reset' },
): Promise<VerificationToken | null> => em.findOne(VerificationToken, which, { lockMode: LockMode.PESSIMISTIC_WRITE });
