import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { problems } from '../../contracts/endpoints/problem.ts';
import type { Person } from '../../contracts/sign-in/auth.contract.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { PasswordHashing } from '../../credentials/password-hash.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { PersonEvent } from './person-event.entity.ts';
import { AuthLink, User } from './user.entity.ts';

/** A person in replies. */
export const personReply = (user: User): Person => ({
  id: user.id,
  email: user.email,
  name: user.name,
  username: user.username ?? null,
  emailVerified: user.emailVerified,
  image: user.image ?? null,
  colorScheme: user.colorScheme as Person['colorScheme'],
  preferences: user.preferences,
  isOperator: user.isOperator,
  createdAt: user.createdAt.toISOString(),
  updatedAt: user.updatedAt.toISOString(),
  version: user.version,
});

/** A new person. */
export interface NewUser {
  /** Generated if missing. */
  id?: string;
  email: string;
  name: string;
  username?: string;
  /** PHC string from `PasswordHashing`. */
  passwordHash: string | null;
  emailVerified?: boolean;
  isOperator?: boolean;
  image?: string;
}

/**
 * Creates a person in a transaction of the auth role and flushes. An existing email or username violates its unique
 * key.
 */
export async function createUser(em: EntityManager, input: NewUser): Promise<User> {
  const id = input.id ?? newID('usr');
  const user = em.create(User, {
    id,
    email: input.email.trim().toLowerCase(),
    name: input.name,
    username: input.username?.toLowerCase() ?? null,
    passwordHash: input.passwordHash,
    emailVerified: input.emailVerified ?? false,
    isOperator: input.isOperator ?? false,
    image: input.image ?? null,
    colorScheme: 'auto',
    preferences: {},
    currentAccountID: null,
  });
  em.persist(user);
  em.persist(
    em.create(AuthLink, {
      id: newID('lnk'),
      userID: id,
      type: 'credentials',
      provider: 'password',
      providerAccountID: id,
      expiresAt: null,
    }),
  );
  await em.flush();
  return user;
}

/**
 * For set-up and the command line: the person with this email, created if missing. An existing person keeps their
 * password; the operator flag is set as given.
 */
export async function ensureUser(
  em: EntityManager,
  passwords: PasswordHashing,
  input: Omit<NewUser, 'passwordHash'> & { password: string },
): Promise<User> {
  const { password, ...rest } = input;
  const known = await em.findOne(User, { email: input.email.trim().toLowerCase() });
  if (!known) return createUser(em, { emailVerified: true, ...rest, passwordHash: await passwords.hash(password) });
  if (input.isOperator !== undefined) known.isOperator = input.isOperator;
  await em.flush();
  return known;
}

/** Whether an email belongs to the demo, whose password is public; nobody really has `.test` addresses (RFC 6761). */
export const isDemoAddress = (email: string): boolean => email.endsWith('@demo.test');

/** The person with this email or username. A username never contains an @. */
export function findByIdentifier(em: EntityManager, identifier: string): Promise<User | null> {
  const plain = identifier.trim().toLowerCase();
  return em.findOne(User, plain.includes('@') ? { email: plain } : { username: plain });
}

/**
 * Locks the person until the transaction ends, so that changes of their memberships and factors happen one by one.
 * @throws Problem 404
 */
export async function holdPerson(em: EntityManager, id: string): Promise<User> {
  const user = await em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (!user) throw problems.not_found();
  return user;
}

/** Actions in a person's own audit trail. */
export type PersonAction =
  | 'registered'
  | 'signed_in'
  | 'signed_out'
  | 'refresh_token_reused'
  | 'password_changed'
  | 'password_reset_requested'
  | 'password_reset'
  | 'password_set_by_team'
  | 'email_verified'
  | 'joined_account'
  | 'left_account'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'second_factor_reset'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'provider_linked'
  | 'provider_unlinked'
  | 'passkey_added'
  | 'passkey_removed';

/** Adds an entry to the person's own audit trail, in the same transaction. */
export function notePersonEvent(
  ctx: Pick<PersonContext, 'requestID' | 'client' | 'clock'>,
  em: EntityManager,
  userID: string,
  action: PersonAction,
  sessionID?: string,
): void {
  em.persist(
    em.create(PersonEvent, {
      id: newID('pev'),
      userID,
      action,
      sessionID: sessionID ?? null,
      requestID: ctx.requestID,
      ip: ctx.client.ip,
      userAgent: ctx.client.userAgent.slice(0, 500),
      createdAt: ctx.clock.now(),
    }),
  );
}
