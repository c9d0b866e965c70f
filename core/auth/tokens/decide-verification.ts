/** Lifetimes and tries of mailed secrets (reliability.md 5.2). */
export const verificationLimits = { codeMinutes: 10, codeTries: 5, resetMinutes: 60 } as const;

/** Whether a reset token may set a password. Used tokens are deleted and therefore unknown. */
export function decideReset(
  token: { expiresAt: Date; identifier: string } | undefined,
  email: string | undefined,
  now: Date,
): 'accept' | 'refuse' {
  if (!token || token.expiresAt <= now) return 'refuse';
  // The mail went to an address that the person no longer has.
  return token.identifier === email ? 'accept' : 'refuse';
}

/**
 * Decides on an entered code. `accept` verifies the email; `count` is a further failed try; `refuse` requires a new
 * code (none was sent, it has expired, or too many tries).
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
