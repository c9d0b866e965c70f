/** Minutes after a sign-in in which those who have no password may change what they sign in with. */
const freshMinutes = 10;

/** What a change of the ways to sign in waits for. */
export type FactorChange = 'allow' | 'check_password' | 'give_password' | 'sign_in_again' | 'confirm_first';

/**
 * Whether a person may change what they sign in with. A browser that somebody left open is not enough: it takes the
 * password, or a sign-in of just now; and where there is a second factor, a sign-in that it has confirmed.
 */
export function decideFactorChange(input: {
  hasPassword: boolean;
  isPasswordGiven: boolean;
  hasSecondFactor: boolean;
  isConfirmed: boolean;
  signedInAt: Date;
  now: Date;
}): FactorChange {
  if (input.hasSecondFactor && !input.isConfirmed) return 'confirm_first';
  if (input.hasPassword) return input.isPasswordGiven ? 'check_password' : 'give_password';
  const minutes = (input.now.getTime() - input.signedInAt.getTime()) / 60_000;
  return minutes <= freshMinutes ? 'allow' : 'sign_in_again';
}
