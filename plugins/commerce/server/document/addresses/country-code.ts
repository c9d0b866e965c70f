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

function codeOf(name: string): string | undefined {
  codes ??= codesByName();
  return codes.get(name.toLowerCase());
}

/** The ISO 3166 code of a country, from its code or English name; other texts are answered unchanged. */
export function countryCodeOf(country: string): string {
  const plain = country.trim().replaceAll('.', '');
  return codeOf(plain) ?? (plain.length === 2 ? plain.toUpperCase() : country.trim());
}
