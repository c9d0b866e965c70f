import { newID } from '../contracts/id.ts';
import { problems } from '../contracts/problem.ts';
import { hashToken, newToken } from '../credentials/secret-token.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { verificationLimits } from './decide-verification.ts';
import { createUser, findByIdentifier, notePersonEvent } from './person.ts';
import { mailSecondFactor } from './person-mails.ts';
import { forgetWaysIn } from './second-factor.ts';
import type { User } from './user.entity.ts';
import { storeVerification } from './verification.ts';

/*
 * What the operator of an installation does to people from the command line, beside the API: it needs the database
 * itself.
 */

/** A link that lets one person choose a password, once. */
export interface ResetLink {
  userID: string;
  email: string;
  name: string;
  link: string;
  expiresAt: Date;
}

const unknownPerson = (identifier: string) =>
  problems.not_found({ message: `Nobody signs in with "${identifier}"`, details: { identifier } });

/** The person of this email or username; undefined where nobody has it. */
export const findPerson = (
  tenancy: Tenancy,
  identifier: string,
): Promise<Pick<User, 'id' | 'email' | 'name' | 'isOperator'> | undefined> =>
  tenancy.database.runAsAuth({ accountID: '', readOnly: true }, async (em) => {
    const user = await findByIdentifier(em, identifier);
    return user ? { id: user.id, email: user.email, name: user.name, isOperator: user.isOperator } : undefined;
  });

/**
 * Makes a link to choose a new password, as the mail of "forgot password" carries it; an older link is void. Sessions
 * stay until it is used. The caller hands it over: it is nowhere else.
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
 * Sets or takes the operator flag, which nothing but the command line can (details.md, Accounts).
 * @returns whether it was another before
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
 * Takes away the second factor of a person who has lost it; they are told by mail.
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

/** Creates a person whom nobody can sign in as until a reset link was used. @throws Problem 409 for a taken email */
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
