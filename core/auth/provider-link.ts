/** Name of the provider of an account in the links of people. */
export const providerOf = (accountID: string): string => `oidc:${accountID}`;

/** Type of links that people made themselves. */
export const ownLink = 'provider_by_person';

/** Type of links that came with an email of the provider. */
export const emailLink = 'provider';
