/** Name of an account's provider in the links of people. */
export const providerOf = (accountID: string): string => `oidc:${accountID}`;

/** Type of links that people created themselves. */
export const ownLink = 'provider_by_person';

/** Type of links that an email from the provider created. */
export const emailLink = 'provider';
