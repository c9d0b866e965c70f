/** Address of the logo: an uploaded one takes precedence over an external one; null without either. */
export const logoUrlOf = (account: {
  slug: string;
  logoFileID?: string | null;
  logoUrl?: string | null;
}): string | null =>
  account.logoFileID
    ? `/api/v1/accounts/slug/${account.slug}/photo?v=${account.logoFileID}`
    : (account.logoUrl ?? null);
