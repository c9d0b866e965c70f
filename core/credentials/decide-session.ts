import { providerProblems } from '../contracts/identity-provider.contract.ts';

/** Through whose provider a session began. */
export interface ProviderOfSession {
  accountID: string;
  accountName: string;
  /** Its person has linked the provider themselves; else the provider said their email. */
  isOwnLink: boolean;
}

/**
 * What a route about people does. `open`: works without any session (signing in, reset); `session`: about the session
 * itself, and work in an account that its right is asked for; `person`: about the person, whatever account they are in.
 */
export type PersonAct = 'open' | 'session' | 'person';

/** What a session is used for: such a route, or work in an account by one of its members. */
export type SessionAct =
  | PersonAct
  | {
      accountID: string;
      isAdmin: boolean;
      isOfPortal: boolean;
      /** Staff comes in through the account's own provider alone. */
      isOnlyWay: boolean;
    };

export type SessionDecision =
  | 'allow'
  | 'provider_person_of_others'
  | 'provider_link_needed'
  | 'provider_sign_in_required';

/**
 * Whether a session may be used for something. Whoever runs a provider can sign in as anybody that it names, so such a
 * session is of the provider's account alone, says nothing about the person, and never makes an administrator of
 * somebody whom the provider knows by an email. An account that has only this way in keeps out staff of other ways.
 */
export function mayAct(through: ProviderOfSession | null | undefined, act: SessionAct): SessionDecision {
  if (typeof act === 'string') return through && act === 'person' ? 'provider_person_of_others' : 'allow';
  if (through && through.accountID !== act.accountID) return 'provider_person_of_others';
  if (through && act.isAdmin && !through.isOwnLink) return 'provider_link_needed';
  const isHeld = act.isOnlyWay && !act.isAdmin && !act.isOfPortal;
  return isHeld && !through ? 'provider_sign_in_required' : 'allow';
}

/**
 * Refuses what a session may not be used for.
 * @throws Problem 403 `provider_person_of_others`, `provider_link_needed`, `provider_sign_in_required`
 */
export function requireAct(
  through: ProviderOfSession | null | undefined,
  act: SessionAct,
  details: Record<string, string> = {},
): void {
  const decision = mayAct(through, act);
  if (decision === 'allow') return;
  if (decision === 'provider_person_of_others')
    throw providerProblems.provider_person_of_others({
      message: `You came in through ${through?.accountName}. Sign in yourself for this`,
    });
  throw providerProblems[decision]({ details });
}
