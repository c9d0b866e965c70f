import { problems } from '../../contracts/endpoints/problem.ts';
import { newID } from '../../contracts/texts/id.ts';
import { hashToken, newToken } from '../../credentials/secret-token.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { forgetWaysIn } from '../factors/second-factor.ts';
import { verificationLimits } from '../tokens/decide-verification.ts';
import { storeVerification } from '../tokens/verification.ts';
import { createUser, findByIdentifier, notePersonEvent } from './person.ts';
import { mailSecondFactor } from './person-mails.ts';
import type { User } from './user.entity.ts';

/* The operator's actions on people from the command line. They use the database directly instead of the API. */

/** A link with which a person can choose a password once. */
export interface ResetLink {
  userID: string;
  email: string;
  name: string;
  link: string;
  expiresAt: Date;
}

const unknownPerson = (identifier: string) =>
  problems.not_found({ message: `Nobody signs in with "${identifier}"`, details: { identifier } });

/** The person with this email or username; undefined if there is none. */
export const findPerson = (
  tenancy: Tenancy,
  identifier: string,
): Promise<Pick<User, 'id' | 'email' | 'name' | 'isOperator'> | undefined> =>
  tenancy.database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
    const user = await findByIdentifier(em, identifier);
    return user ? { id: user.id, email: user.email, name: user.name, isOperator: user.isOperator } : undefined;
  });

/**
 * Creates a link for choosing a new password, like the mail of "forgot password"; an older link becomes invalid.
 * Sessions stay until the link is used. The link is not mailed: the caller passes it on.
 * @throws Problem 404 `not_found`
 */
export const issueResetLink = (tenancy: Tenancy, identifier: string): Promise<ResetLink> =>
  tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
    const user = await findByIdentifier(em, identifier);
    if (!user) throw unknownPerson(identifier);
    const token = newToken();
    const expiresAt = new Date(tenancy.clock.now().getTime() + verificationLimits.resetMinutes * 60_000);
    await storeVerification(em, {
      userID: user.id,
      identifier: user.email,
      purpose: 'reset',
      tokenHash: hashToken(token),
      expiresAt,
    });
    notePersonEvent(commandLine(tenancy), em, user.id, 'password_reset_requested');
    await em.flush();
    return {
      userID: user.id,
      email: user.email,
      name: user.name,
      link: `${tenancy.baseURL}/auth/password-reset?token=${token}`,
      expiresAt,
    };
  });

/**
 * Sets or clears the operator flag, which only the command line may do (details.md, Accounts).
 * @returns whether it changed
 * @throws Problem 404 `not_found`
 */
export const setOperator = (tenancy: Tenancy, identifier: string, isOperator: boolean): Promise<boolean> =>
  tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
    const user = await findByIdentifier(em, identifier);
    if (!user) throw unknownPerson(identifier);
    if (user.isOperator === isOperator) return false;
    user.isOperator = isOperator;
    await em.flush();
    return true;
  });

/**
 * Removes the second factor of a person who has lost it, and notifies them by mail.
 * @returns whether there was one
 * @throws Problem 404 `not_found`
 */
export const resetSecondFactor = (tenancy: Tenancy, identifier: string): Promise<boolean> =>
  tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
    const user = await findByIdentifier(em, identifier);
    if (!user) throw unknownPerson(identifier);
    if (!(await forgetWaysIn(em, user.id, { links: false })).factors) return false;
    const ctx = { ...commandLine(tenancy), em, baseURL: tenancy.baseURL, afterCommit: () => undefined };
    notePersonEvent(ctx, em, user.id, 'second_factor_reset');
    await mailSecondFactor(ctx, user, 'reset');
    await em.flush();
    return true;
  });

/** Creates a person who cannot sign in before using a reset link. @throws Problem 409 for an existing email */
export const createPerson = (
  tenancy: Tenancy,
  input: { email: string; name: string; isOperator?: boolean },
): Promise<string> =>
  tenancy.database.runAsAuth({ accountID: '' }, async (em) => {
    const user = await createUser(em, { ...input, passwordHash: await tenancy.passwords.hash(newToken()) });
    return user.id;
  });

const commandLine = (tenancy: Tenancy) => ({
  requestID: newID('req'),
  client: { ip: '', userAgent: 'millwright (command line)' },
  clock: tenancy.clock,
});
