import type { PasswordCost } from '../credentials/password-hash.ts';

/** Hashing is made to be slow: this is the least that Argon2 allows. */
export const leastPasswordCost: PasswordCost = { memoryCost: 8, timeCost: 1 };
