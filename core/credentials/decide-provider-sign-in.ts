/** What a provider says of whoever signs in. */
export interface ProviderClaims {
  email: string | null;
  isEmailVerified: boolean;
}

/** A person as far as signing in through the provider of one account is concerned. */
export interface ProviderPerson {
  userID: string;
  /** Works in the provider's account. */
  isMember: boolean;
  /** Belongs to another account, if only by an invitation, or runs the installation. */
  hasMore: boolean;
  /** An administrator of the provider's account. */
  isAdmin: boolean;
}

export type ProviderRefusal =
  | 'provider_email_refused'
  | 'provider_link_needed'
  | 'provider_no_member'
  | 'provider_person_of_others';

export type ProviderDecision =
  | { kind: 'sign_in'; userID: string }
  /** The person of this email from now on signs in this way. */
  | { kind: 'link'; userID: string }
  /** Somebody new, who joins the account. */
  | { kind: 'join'; email: string }
  | { kind: 'refuse'; why: ProviderRefusal };

const refuse = (why: ProviderRefusal): ProviderDecision => ({ kind: 'refuse', why });

/** The part of an email behind the @. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/**
 * Who signs in through the provider of an account. Whoever runs the provider can make it say anything, so it speaks for
 * people of this account alone: one who belongs to another too, or is an administrator, has linked it, signed in, of
 * their own will; and an email counts only where the provider calls it verified and it is of a domain that the account
 * has proven.
 */
export function decideProviderSignIn(input: {
  claims: ProviderClaims;
  /** Domains of the account's provider that are proven to be the account's. */
  domains: readonly string[];
  /** Whom the provider's subject is known as; `isOwnWill` where they linked it themselves. */
  linked: (ProviderPerson & { isOwnWill: boolean; email: string }) | undefined;
  /** Who has the email. */
  known: ProviderPerson | undefined;
  /** Whether there is a role for somebody new. */
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

/** The role that a provider gives: of the first value of the claim that names one, else the usual one. */
export function decideProviderRole(
  claim: unknown,
  { roles, usualRoleID }: { roles: Readonly<Record<string, string>>; usualRoleID: string | null },
): string | null {
  const values = (Array.isArray(claim) ? claim : [claim]).filter((value) => typeof value === 'string');
  const named = values.find((value) => Object.hasOwn(roles, value));
  return (named === undefined ? undefined : roles[named]) ?? usualRoleID;
}
