import { cleanText } from '../../contracts/texts/text.ts';
import type { ImportColumn } from '../../contracts/work/import.contract.ts';
import type { ImportFieldDeclaration } from '../import-definition.ts';

/** Abbreviations in headings with their full words. */
const words: Readonly<Record<string, string>> = {
  '#': 'number',
  '%': 'percent',
  pct: 'percent',
  no: 'number',
  nr: 'number',
  num: 'number',
  nbr: 'number',
  qty: 'quantity',
  quant: 'quantity',
  desc: 'description',
  descr: 'description',
  mfg: 'manufacturer',
  mfr: 'manufacturer',
  manuf: 'manufacturer',
  uom: 'unit',
  um: 'unit',
  cust: 'customer',
  addr: 'address',
  tel: 'phone',
  telephone: 'phone',
  zip: 'postalcode',
  zipcode: 'postalcode',
  postcode: 'postalcode',
  amt: 'amount',
  po: 'purchaseorder',
};

/**
 * Normal form of a heading: letters and digits in lower case without accents, abbreviations written out. 'Mfr. Part #',
 * 'manufacturer part number' and 'manufacturerPartNumber' are equal.
 */
export function headingKey(heading: string): string {
  return cleanText(heading)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/[#%]/g, ' $& ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}#%]+/u)
    .filter(Boolean)
    .map((word) => words[word] ?? word)
    .join('');
}

/**
 * Finds the field of each column and how it was found. A field gets only one column, the first that matches. A heading
 * that is a field's own name has priority over the remembered mapping, unless a person will see the mapping before
 * anything is written.
 */
export function matchHeadings(
  headings: readonly string[],
  fields: readonly ImportFieldDeclaration[],
  {
    remembered = [],
    prefersRemembered = false,
    extraField,
  }: {
    /** By position: a field, null for a column left out, an empty text for an undecided one. */
    remembered?: readonly (string | null)[] | undefined;
    prefersRemembered?: boolean | undefined;
    /** The extra field; no heading matches its name. */
    extraField?: string | undefined;
  } = {},
): Pick<ImportColumn, 'field' | 'matchedBy'>[] {
  const matched: Pick<ImportColumn, 'field' | 'matchedBy'>[] = headings.map(() => ({ field: null, matchedBy: null }));
  const names = new Set(fields.map(({ name }) => name));
  const isUsed = new Set<string>();
  const decided = new Set<number>();
  const remember = (): void => {
    for (const [index, field] of remembered.entries()) {
      if (index >= headings.length || decided.has(index)) continue;
      if (field !== null && (!names.has(field) || isUsed.has(field))) continue;
      decided.add(index);
      if (field !== null && field !== extraField) isUsed.add(field);
      matched[index] = { field, matchedBy: 'remembered' };
    }
  };
  const keys = headings.map((heading) => {
    const whole = headingKey(heading);
    // 'Price (USD)' and 'SKU *' also match price and SKU.
    const bare = headingKey(heading.replace(/\([^()%]*\)|\[[^[\]%]*\]/g, ' '));
    return bare && bare !== whole ? [whole, bare] : whole ? [whole] : [];
  });
  const pass = (
    matchedBy: 'heading' | 'synonym',
    namesOf: (field: ImportFieldDeclaration) => readonly string[],
  ): void => {
    for (const field of fields) {
      if (isUsed.has(field.name) || field.name === extraField) continue;
      const known = new Set(namesOf(field).map(headingKey));
      const at = keys.findIndex((own, index) => !decided.has(index) && own.some((key) => known.has(key)));
      if (at < 0) continue;
      decided.add(at);
      isUsed.add(field.name);
      matched[at] = { field: field.name, matchedBy };
    }
  };
  if (prefersRemembered) remember();
  pass('heading', ({ name, label }) => [name, label]);
  remember();
  pass('synonym', ({ synonyms = [] }) => synonyms);
  return matched;
}
