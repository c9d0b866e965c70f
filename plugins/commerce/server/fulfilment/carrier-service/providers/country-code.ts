let codes: Map<string, string> | undefined;

/** ISO 3166 codes by the English names of countries. */
function codesByName(): Map<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const found = new Map<string, string>();
  for (const first of letters)
    for (const second of letters) {
      const name = names.of(`${first}${second}`);
      if (name && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), `${first}${second}`);
    }
  return found.set('usa', 'US').set('united states of america', 'US').set('uk', 'GB');
}

/** The ISO 3166 code of a country by its code or English name; what is neither stays as it is. */
export function providerCountryCode(country: string): string {
  const text = country.trim();
  if (text.length === 2) return text.toUpperCase();
  codes ??= codesByName();
  return codes.get(text.toLowerCase()) ?? text;
}
