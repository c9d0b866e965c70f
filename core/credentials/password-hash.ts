import { hash, parseOptions, verify } from '@node-rs/argon2';
import { problems } from '../contracts/endpoints/problem.ts';

/** Cost of hashing a password: memory in KiB and number of passes. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

/** Argon2id as OWASP recommends: 19 MiB, two passes; about 5 ms (reliability.md 5.2). */
export const usualPasswordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

const fixed = { parallelism: 1, outputLen: 32 } as const;
/** The package's `Algorithm.Argon2id`, a const enum, which cannot be imported with isolated modules. */
const argon2id = 2;

const atOnce = 4;
/** Largest number of waiting hashes; beyond it the process replies 503 instead of letting sign-ins hold connections. */
const longestQueue = 64;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * Limits concurrent hashes to four; more would only take memory (19 MiB each) and processor time from other requests.
 */
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

/** A normal form, so that the same characters entered in different ways give the same hash. */
const normalized = (password: string): string => password.normalize('NFKC');

/** Hashes and checks passwords with the installation's cost. */
export class PasswordHashing {
  readonly #parameters: PasswordCost & typeof fixed;
  readonly #decoy: string;

  constructor(cost = usualPasswordCost) {
    this.#parameters = { ...cost, ...fixed };
    // A hash whose password nobody knows.
    const bytes = 'xNki82BvBKl5fQY8EsDTXg$CMo8lJx/iwFGXlx7ruQXeSU5SbUwcXPJKdRNpuB1dZM';
    this.#decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${fixed.parallelism}$${bytes}`;
  }

  /** Hashes a password; the result (PHC string) contains salt and parameters. @throws Problem 503 `overloaded` */
  hash(password: string): Promise<string> {
    return inTurn(() => hash(normalized(password), { ...this.#parameters, algorithm: argon2id }));
  }

  /**
   * Whether the password matches the hash. Without a hash it checks a decoy and returns false, so that the duration
   * does not reveal whether the person exists.
   */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const isSame = await inTurn(() => verify(passwordHash ?? this.#decoy, normalized(password)));
    return isSame && Boolean(passwordHash);
  }

  /** Whether the hash has the current parameters. */
  isCurrent(passwordHash: string): boolean {
    const found = parseOptions(passwordHash);
    return (
      Number(found.algorithm) === argon2id &&
      found.memoryCost === this.#parameters.memoryCost &&
      found.timeCost === this.#parameters.timeCost &&
      found.parallelism === fixed.parallelism &&
      found.outputLen === fixed.outputLen
    );
  }
}
