/** Lives and tries of mailed secrets (reliability.md 5.2). */
export const verificationLimits = { codeMinutes: 10, codeTries: 5, resetMinutes: 60 } as const;

/** Whether a reset token may set a password. Used tokens are deleted, so they count as unknown. */
export function decideReset(
  token: { expiresAt: Date; identifier: string } | undefined,
  email: string | undefined,
  now: Date,
): 'accept' | 'refuse' {
  if (!token || token.expiresAt <= now) return 'refuse';
  // The mail went to an address that is no longer the person's.
  return token.identifier === email ? 'accept' : 'refuse';
}

/**
 * What a typed code means: `accept` proves the email, `count` is one more failed try, `refuse` needs a new code (none
 * was sent, too old, too many tries).
 */
export function decideCode(
  token: { expiresAt: Date; attempts: number; identifier: string } | undefined,
  email: string,
  matches: boolean,
  now: Date,
): 'accept' | 'count' | 'refuse' {
  if (!token || token.expiresAt <= now || token.attempts >= verificationLimits.codeTries || token.identifier !== email)
    return 'refuse';
  return matches ? 'accept' : 'count';
}
