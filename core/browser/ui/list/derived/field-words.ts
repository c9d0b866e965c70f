const acronyms: Readonly<Record<string, string>> = { sku: 'SKU', url: 'URL', edi: 'EDI', po: 'PO', id: 'id' };
const timeWords: Readonly<Record<string, string>> = { createdAt: 'Created', updatedAt: 'Changed' };

const plural = (word: string): string =>
  word
    .replace(/([^aeiou])y$/, '$1ie')
    .replace(/(s|x|ch|sh)$/, '$1e')
    .concat('s');

/**
 * A field's name in words, for a heading: `serialNumber` is "Serial number", `promisedAt` "Promised", `itemCount`
 * "Items", `customerIDs` "Customer", `isBelowOrderPoint` "Below order point".
 */
export function fieldWords(name: string): string {
  const known = timeWords[name];
  if (known) return known;
  const count = /^(\w+)Count$/.exec(name)?.[1];
  const bare = count ? plural(count) : name.replace(/^(?:is|has)(?=\p{Lu})/u, '').replace(/(?:At|On|IDs?)$/, '');
  const words = bare
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(' ')
    .map((word) => acronyms[word.toLowerCase()] ?? (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A code in words: `in_progress` is "In progress". */
export const codeWords = (code: string): string => {
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
