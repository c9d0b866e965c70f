import type { StatusTone } from '@millwright/core/browser';
import type { SecurityMember } from '../../../core/contracts/security.contract.ts';

/** How it is said where a person stands with the second factor. */
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

/** How a sign-in began. */
export const methodText = (method: string | null): string => (method === null ? '' : (methods[method] ?? method));

/** What a person confirms sign-ins with. */
export const standingFactorText = ({ appSince, passkeys }: SecurityMember): string =>
  [appSince && 'App', passkeys === 1 ? 'one passkey' : passkeys > 1 && `${passkeys} passkeys`]
    .filter(Boolean)
    .join(', ');
