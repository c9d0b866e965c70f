import { hash, parseOptions, verify } from '@node-rs/argon2';
import { problems } from '../contracts/problem.ts';

/** What hashing one password takes: memory in KiB and passes over it. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
}

/** Argon2id as OWASP asks for: 19 MiB, two passes; about 5 ms (reliability.md 5.2). */
export const usualPasswordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

const fixed = { parallelism: 1, outputLen: 32 } as const;
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

/** Hashes and compares passwords at the cost that the installation has chosen. */
export class PasswordHashing {
  readonly #parameters: PasswordCost & typeof fixed;
  readonly #decoy: string;

  constructor(cost = usualPasswordCost) {
    this.#parameters = { ...cost, ...fixed };
    // Bytes that nobody kept the password of.
    const bytes = 'xNki82BvBKl5fQY8EsDTXg$CMo8lJx/iwFGXlx7ruQXeSU5SbUwcXPJKdRNpuB1dZM';
    this.#decoy = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${fixed.parallelism}$${bytes}`;
  }

  /** Hashes a password; the result (PHC string) carries salt and parameters. @throws Problem 503 `overloaded` */
  hash(password: string): Promise<string> {
    return inTurn(() => hash(normalized(password), { ...this.#parameters, algorithm: argon2id as never }));
  }

  /**
   * Whether the password is the one behind the hash. Without a hash it does the same work on a decoy and answers
   * false, so that time does not tell whether there is such a person.
   */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const isSame = await inTurn(() => verify(passwordHash ?? this.#decoy, normalized(password)));
    return isSame && Boolean(passwordHash);
  }

  /** Whether the hash was made with today's parameters. */
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
