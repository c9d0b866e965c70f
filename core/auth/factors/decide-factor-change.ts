/** Minutes after a sign-in in which people without a password may change their ways of signing in. */
const freshMinutes = 10;

/** The next step of such a change. */
export type FactorChange = 'allow' | 'check_password' | 'give_password' | 'sign_in_again' | 'confirm_first';

/**
 * Whether a person may change their ways of signing in. An open browser does not suffice: the person gives the password
 * or has just signed in. People with a second factor need a session confirmed with it.
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
