import { providerProblems } from '../contracts/sign-in/identity-provider.contract.ts';

/** The account and provider with which a session began. */
export interface ProviderOfSession {
  accountID: string;
  accountName: string;
  /** True if the person has linked the provider themselves; false if the provider's email claim was used. */
  isOwnLink: boolean;
}

/**
 * Effect of a person route. `open`: works without a session (signing in, reset). `session`: concerns the session
 * itself, or work in an account whose right is checked. `person`: concerns the person, in whatever account.
 */
export type PersonAct = 'open' | 'session' | 'person';

/** Use of a session: a person route, or work in an account. */
export type SessionAct =
  | PersonAct
  | {
      accountID: string;
      isAdmin: boolean;
      isOfPortal: boolean;
      /** Whether staff may sign in only through the account's own provider. */
      isOnlyWay: boolean;
    };

export type SessionDecision =
  | 'allow'
  | 'provider_person_of_others'
  | 'provider_link_needed'
  | 'provider_sign_in_required';

/**
 * Whether a session may be used for something. A provider's operator can sign in as any person that it names. A session
 * through a provider is therefore limited to the provider's account, may not change the person, and gives no
 * administrator rights to a person identified only by email. An account that permits only its provider refuses other
 * sessions of staff.
 */
export function mayAct(through: ProviderOfSession | null | undefined, act: SessionAct): SessionDecision {
  if (typeof act === 'string') return through && act === 'person' ? 'provider_person_of_others' : 'allow';
  if (through && through.accountID !== act.accountID) return 'provider_person_of_others';
  if (through && act.isAdmin && !through.isOwnLink) return 'provider_link_needed';
  const isHeld = act.isOnlyWay && !act.isAdmin && !act.isOfPortal;
  return isHeld && !through ? 'provider_sign_in_required' : 'allow';
}

/**
 * Refuses a use that the session does not permit.
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
