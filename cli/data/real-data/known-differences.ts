/**
 * Sentences of the specification that the product does not follow on purpose, by the name of their check, with the
 * reason.
 */
export const knownDifferences: Readonly<Record<string, string>> = {
  'operations.6.requestLogs.noAuthentication': 'Rows hold the traffic of every account, so the operator reads them',
  'commerce.3.registration.specFieldsOnly': 'A stranger without an address could never be answered',
  'commerce.7.auth.register':
    'Mails to an address that strangers typed show their name, so it is letters; the list has digits',
  'commerce.2.auth.verifyCodeMailed': 'The registration before it has digits in its name',
  'commerce.7.emailRecord': 'The same mail within ten minutes asks first, and the list sends it twice',
  'design.package.reflect-metadata': 'Containers are bound without decorators, so nothing of the product needs it',
};
