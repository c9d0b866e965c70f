import { problems } from '@millwright/core/contracts';
import type { z } from 'zod';

/** The status of which a preview of a mail is asked. @throws Problem 400 for a code that is none of the record's */
export function statusToShow<Code>(codes: z.ZodType<Code>, given: string): Code {
  const parsed = codes.safeParse(given);
  if (parsed.success) return parsed.data;
  throw problems.invalid_input({
    errors: [{ path: 'status', message: parsed.error.issues[0]?.message ?? 'Must be a status of the record' }],
  });
}
