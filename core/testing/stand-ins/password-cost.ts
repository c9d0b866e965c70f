import type { PasswordCost } from '../../credentials/password-hash.ts';

/** Hashing is slow on purpose; this is the minimum of Argon2. */
export const leastPasswordCost: PasswordCost = { memoryCost: 8, timeCost: 1 };
