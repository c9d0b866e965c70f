import type { StatusTone } from '@millwright/core/browser';
import type { SecurityMember } from '../../../../core/contracts/sign-in/security.contract.ts';

/** Labels of the second factor statuses. */
export const standings: Readonly<Record<SecurityMember['secondFactor'], { label: string; tone: StatusTone }>> = {
  set_up: { label: 'Second factor', tone: 'success' },
  none: { label: 'Password only', tone: 'neutral' },
  grace: { label: 'To set up', tone: 'warning' },
  overdue: { label: 'Overdue', tone: 'danger' },
};

const methods: Readonly<Record<string, string>> = {
  password: 'Password',
  passkey: 'Passkey',
  provider: 'Single sign-on',
};

/** Name of a sign-in method. */
export const methodText = (method: string | null): string => (method === null ? '' : (methods[method] ?? method));

/** The person's second factors as text. */
export const standingFactorText = ({ appSince, passkeys }: SecurityMember): string =>
  [appSince && 'App', passkeys === 1 ? 'one passkey' : passkeys > 1 && `${passkeys} passkeys`]
    .filter(Boolean)
    .join(', ');
