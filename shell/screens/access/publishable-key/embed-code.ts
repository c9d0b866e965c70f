/** HTML for the customer's page: the script, and an element for each widget. */
export const embedCode = (loaderURL: string, key: string, elements: readonly string[]): string =>
  [
    `<script async src="${loaderURL}"></script>`,
    '',
    ...elements.map((element) => `<${element} publishable-key="${key}"></${element}>`),
  ].join('\n');

/** What a page's content security policy has to allow. */
export const policyOf = (loaderURL: string): string => {
  const { origin } = new URL(loaderURL);
  return `script-src ${origin}; connect-src ${origin}`;
};
