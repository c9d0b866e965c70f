/** Sentences of the specification that do not hold on purpose, by the name of their check, with the reason. */
export const knownDifferences: Readonly<Record<string, string>> = {
  'operations.6.requestLogs.noAuthentication': 'Rows hold the traffic of every account, so the operator reads them',
  'commerce.3.registration.specFieldsOnly': 'A stranger without an address could never be answered',
  'commerce.7.emailRecord': 'The same mail within ten minutes asks first, and the list sends it twice',
  'design.package.reflect-metadata': 'Containers are bound without decorators, so nothing of the product needs it',
};
