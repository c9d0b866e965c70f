import { z } from 'zod';
import { endpoint } from '../endpoints/endpoint.ts';

/**
 * Pairs this browser as a device. The six digits of the pairing that an administrator has opened are exchanged for a
 * key, which is shown only once. Tries are counted by network and by account. 400 `code_invalid`, 429 after 10 tries of
 * a network.
 */
export const pairDevice = endpoint({
  name: 'pairDevice',
  method: 'POST',
  path: '/auth/actions/pair-device',
  public: 'The code that an administrator reads from their screen is the proof',
  summary: 'Exchanges a pairing code for the key of a device.',
  body: z.strictObject({
    /** Slug of the account, as in the address of its station. */
    account: z.string().trim().toLowerCase().min(1, { error: 'Enter the short name of your account' }).max(63),
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, { error: 'Enter the six digits' }),
  }),
  reply: z.object({ keyID: z.string(), secret: z.string(), accountID: z.string(), name: z.string() }),
});
