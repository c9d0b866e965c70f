import { hash, parseOptions, verify } from '@node-rs/argon2';
import { problems } from '../contracts/problem.ts';

/** Argon2id as OWASP asks for: 19 MiB, two passes, one lane; about 5 ms (reliability.md 5.2). */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 } as const;
/** The package's `Algorithm.Argon2id`; a const enum cannot be imported where modules are compiled one by one. */
const argon2id = 2;

const atOnce = 4;
/** Beyond this many waiting the process answers 503 rather than letting sign-ins hold their connections. */
const longestQueue = 64;
let running = 0;
const waiting: (() => void)[] = [];

/** Four hashes at once: more would only take memory (19 MiB each) and processor time from everybody else. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= longestQueue) throw problems.overloaded({ retryAfter: 1 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** One form for every way of typing the same characters. */
const normalized = (password: string): string => password.normalize('NFKC');

/** Hashes a password; the result (PHC string) carries salt and parameters. @throws Problem 503 `overloaded` */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(normalized(password), { ...parameters, algorithm: argon2id as never }));

/** Hash of 48 random bytes that nobody kept, with today's parameters. */
const decoy = '$argon2id$v=19$m=19456,t=2,p=1$xNki82BvBKl5fQY8EsDTXg$CMo8lJx/iwFGXlx7ruQXeSU5SbUwcXPJKdRNpuB1dZM';

/**
 * Whether the password is the one behind the hash. Without a hash it does the same work on a decoy and answers false,
 * so
 * that time does not tell whether there is such a person.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? decoy, normalized(password)));
  return matches && Boolean(passwordHash);
}

/** Whether the hash was made with today's parameters. */
export function isCurrentHash(passwordHash: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism, outputLen } = parseOptions(passwordHash);
  return (
    Number(algorithm) === argon2id &&
    memoryCost === parameters.memoryCost &&
    timeCost === parameters.timeCost &&
    parallelism === parameters.parallelism &&
    outputLen === parameters.outputLen
  );
}
