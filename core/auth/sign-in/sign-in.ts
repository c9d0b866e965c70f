import type { EntityManager } from '@mikro-orm/postgresql';
import type { Problem } from '../../contracts/endpoints/problem.ts';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import { CommittedRefusal } from '../../database/transactions/committed-refusal.ts';
import type { PersonContext } from '../../kernel/context/context.ts';
import { clientNetwork } from '../../limits/client-network.ts';
import { decideAdmission, decideLogin, signInLimits } from '../../limits/decide-sign-in.ts';
import {
  forgetCount,
  limitKey,
  lockCount,
  readCount,
  spend,
  sweepCounts,
  tooManyAttempts,
  writeCount,
} from '../../limits/limiter.ts';
import type { User } from '../people/user.entity.ts';

/** Largest number of concurrent attempts per name and address in this process; further ones are refused at once. */
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

/** Counters of an attempt. In a known browser or session of the person, attempts of others do not count. */
const keysOf = (ctx: PersonContext, subject: string, device: string | undefined) => {
  const network = clientNetwork(ctx.client.ip);
  if (device !== undefined) return { pair: limitKey('sign-in.device', subject, device) };
  return {
    pair: limitKey('sign-in.pair', subject, network),
    address: limitKey(signInLimits.address.name, network),
    identifier: limitKey(signInLimits.identifier.name, subject),
  };
};

/** The name for the limits, the same form for known and unknown names. */
export const signInSubject = (identifier: string): string => identifier.trim().normalize('NFKC').toLowerCase();

/**
 * An attempt to prove an identity, under the limits of sign-in. Attempts for one subject are checked one by one.
 * @throws Problem 429 with the waiting time, before the check; `refusal` (committed, so that it counts) if the attempt
 * fails
 */
export function tryUnderLimits(
  ctx: PersonContext,
  parts: {
    subject: string;
    /** The known browser or session of the person. */
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
    throw new CommittedRefusal(refusal());
  });
}

/**
 * Checks a password under the limits of sign-in, and hashes it again if the parameters have changed. A wrong password
 * takes the same time for an unknown person.
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

/** The same error for unknown names and wrong passwords. */
export const wrongCredentials = (): Problem => authProblems.wrong_credentials();

/** Clears the failed attempts after a reset by mail, so that the person can sign in at once. */
export async function forgetFailures(ctx: PersonContext, em: EntityManager, user: User): Promise<void> {
  for (const subject of [user.email, user.username].filter((name) => name !== null && name !== undefined)) {
    const { pair, identifier } = keysOf(ctx, signInSubject(subject), undefined);
    await forgetCount(em, pair);
    if (identifier) await forgetCount(em, identifier);
  }
}
