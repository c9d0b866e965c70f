/** A provider's claims about a person. */
export interface ProviderClaims {
  email: string | null;
  isEmailVerified: boolean;
}

/** A person, as needed for signing in through an account's provider. */
export interface ProviderPerson {
  userID: string;
  /** Member of the provider's account. */
  isMember: boolean;
  /** Member of or invited to another account, or operator of the installation. */
  hasMore: boolean;
  /** Administrator of the provider's account. */
  isAdmin: boolean;
}

export type ProviderRefusal =
  | 'provider_email_refused'
  | 'provider_link_needed'
  | 'provider_no_member'
  | 'provider_person_of_others';

export type ProviderDecision =
  | { kind: 'sign_in'; userID: string }
  /** The person with this email is linked to the provider. */
  | { kind: 'link'; userID: string }
  /** A new person, who joins the account. */
  | { kind: 'join'; email: string }
  | { kind: 'refuse'; why: ProviderRefusal };

const refuse = (why: ProviderRefusal): ProviderDecision => ({ kind: 'refuse', why });

/** The domain of an email. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/**
 * Decides on a sign-in through the provider of an account. The provider's operator can make it claim anything, so it
 * may identify only people of this account. A person who also belongs to another account, or is an administrator, must
 * have linked the provider while signed in. An email counts only if the provider calls it verified and its domain is
 * proven by the account.
 */
export function decideProviderSignIn(input: {
  claims: ProviderClaims;
  /** Proven domains of the account's provider. */
  domains: readonly string[];
  /** The person linked to the provider's subject; `isOwnWill` if they created the link themselves. */
  linked: (ProviderPerson & { isOwnWill: boolean; email: string }) | undefined;
  /** The person with the email. */
  known: ProviderPerson | undefined;
  /** Whether a new person would get a role. */
  mayJoin: boolean;
}): ProviderDecision {
  const { claims, domains, linked, known, mayJoin } = input;
  if (linked) {
    if (!linked.isMember) return refuse('provider_no_member');
    if (linked.isOwnWill) return { kind: 'sign_in', userID: linked.userID };
    if (linked.hasMore) return refuse('provider_person_of_others');
    if (linked.isAdmin) return refuse('provider_link_needed');
    if (!domains.includes(domainOf(linked.email))) return refuse('provider_email_refused');
    return { kind: 'sign_in', userID: linked.userID };
  }
  const { email, isEmailVerified } = claims;
  if (!email || !isEmailVerified || !domains.includes(domainOf(email))) return refuse('provider_email_refused');
  if (known) {
    if (!known.isMember || known.hasMore || known.isAdmin) return refuse('provider_link_needed');
    return { kind: 'link', userID: known.userID };
  }
  return mayJoin ? { kind: 'join', email } : refuse('provider_no_member');
}

/** The role of the first claim value that names one, else the default role. */
export function decideProviderRole(
  claim: unknown,
  { roles, usualRoleID }: { roles: Readonly<Record<string, string>>; usualRoleID: string | null },
): string | null {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
  const named = values.find((value) => Object.hasOwn(roles, value));
  return (named === undefined ? undefined : roles[named]) ?? usualRoleID;
}
