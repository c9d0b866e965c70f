import type { EntityManager } from '@mikro-orm/postgresql';
import { authProblems } from '../contracts/auth.contract.ts';
import type { Problem } from '../contracts/problem.ts';
import { KeptRefusal } from '../database/kept-refusal.ts';
import type { PersonContext } from '../kernel/context.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { decideAdmission, decideLogin, signInLimits } from '../limits/decide-sign-in.ts';
import {
  forgetCount,
  limitKey,
  lockCount,
  readCount,
  spend,
  sweepCounts,
  tooManyAttempts,
  writeCount,
} from '../limits/limiter.ts';
import type { User } from './user.entity.ts';

/** Attempts of one name from one address that may wait for each other in this process; more are refused at once. */
const mostAtOnce = 4;
const inFlight = new Map<string, number>();

async function oneOfFew<T>(key: string, work: () => Promise<T>): Promise<T> {
  const running = inFlight.get(key) ?? 0;
  if (running >= mostAtOnce) throw tooManyAttempts(1);
  inFlight.set(key, running + 1);
  try {
    return await work();
  } finally {
    const left = (inFlight.get(key) ?? 1) - 1;
    if (left > 0) inFlight.set(key, left);
    else inFlight.delete(key);
  }
}

/** What an attempt is counted by: in a browser or session that the person is known in nothing that others do. */
const keysOf = (ctx: PersonContext, subject: string, device: string | undefined) => {
  const network = clientNetwork(ctx.client.ip);
  if (device !== undefined) return { pair: limitKey('sign-in.device', subject, device) };
  return {
    pair: limitKey('sign-in.pair', subject, network),
    address: limitKey(signInLimits.address.name, network),
    identifier: limitKey(signInLimits.identifier.name, subject),
  };
};

/** What the limits count a name as: the same for known and unknown ones. */
export const signInSubject = (identifier: string): string => identifier.trim().normalize('NFKC').toLowerCase();

/**
 * One attempt to prove who somebody is, under the limits of signing in. Attempts of one subject are judged one by one.
 * @throws Problem 429 with the time to wait, before anything is looked at; `refusal` (kept, so that it counts) where
 * the attempt fails
 */
export function tryUnderLimits(
  ctx: PersonContext,
  parts: {
    subject: string;
    /** The browser or session that the person is known in. */
    device: string | undefined;
    attempt(): Promise<boolean>;
    refusal: () => Problem;
  },
): Promise<void> {
  const { subject, device, attempt, refusal } = parts;
  const { em } = ctx;
  const keys = keysOf(ctx, subject, device);
  return oneOfFew(keys.pair, async () => {
    const now = ctx.clock.now();
    const pair = await lockCount(em, keys.pair, now);
    const admission = decideAdmission(
      {
        pair,
        address: keys.address === undefined ? undefined : await readCount(em, keys.address),
        identifier: keys.identifier === undefined ? undefined : await readCount(em, keys.identifier),
      },
      now,
    );
    if (admission.kind === 'wait') throw tooManyAttempts(admission.seconds);
    const decision = decideLogin({ isProven: await attempt(), pair, now });
    if (decision.kind === 'accept') {
      await forgetCount(em, keys.pair);
      return;
    }
    await writeCount(em, keys.pair, decision.pair);
    if (keys.address) await spend(em, signInLimits.address, keys.address, now);
    if (keys.identifier) await spend(em, signInLimits.identifier, keys.identifier, now);
    await sweepCounts(em, now, 50);
    throw new KeptRefusal(refusal());
  });
}

/**
 * Checks a password under the limits of signing in and rehashes it where the parameters are of yesterday. A wrong one
 * is refused after the same work whether or not there is such a person.
 */
export async function checkPassword(
  ctx: PersonContext,
  attempt: {
    subject: string;
    user: User | null;
    password: string;
    refusal: () => Problem;
    device: string | undefined;
  },
): Promise<User> {
  const { user, password, ...rest } = attempt;
  await tryUnderLimits(ctx, {
    ...rest,
    attempt: async () => (await ctx.passwords.matches(user?.passwordHash, password)) && user !== null,
  });
  if (!user) throw rest.refusal();
  if (user.passwordHash && !ctx.passwords.isCurrent(user.passwordHash))
    user.passwordHash = await ctx.passwords.hash(password);
  return user;
}

/** The one answer to unknown names and wrong passwords. */
export const wrongCredentials = (): Problem => authProblems.wrong_credentials();

/** After a reset by mail the person may sign in at once, whatever was tried in their name before. */
export async function forgetFailures(ctx: PersonContext, em: EntityManager, user: User): Promise<void> {
  for (const subject of [user.email, user.username].filter((name) => name !== null && name !== undefined)) {
    const { pair, identifier } = keysOf(ctx, signInSubject(subject), undefined);
    await forgetCount(em, pair);
    if (identifier) await forgetCount(em, identifier);
  }
}
