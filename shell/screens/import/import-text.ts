import { rowRangesText } from '../../../core/contracts/texts/text.ts';
import type { ChangeSetFault, ChangeSetRow, RowCounts } from '../../../core/contracts/work/change-set.contract.ts';
import type { ImportColumn, ImportField, ImportSet } from '../../../core/contracts/work/import.contract.ts';

type NumberText = (value: number) => string;

/** Label of the button: `Create 498, change 6, leave out 2`; empty if it writes nothing. */
export function commitText(counts: RowCounts, isWithoutErrors: boolean, number: NumberText): string {
  if (counts.create + counts.update === 0) return '';
  const leftOut = counts.skip + (isWithoutErrors ? counts.error : 0);
  const text = [
    counts.create && `create ${number(counts.create)}`,
    counts.update && `change ${number(counts.update)}`,
    leftOut && `leave out ${number(leftOut)}`,
  ]
    .filter(Boolean)
    .join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Result of an applied import: `498 created, 6 changed, 2 left out`. */
export function resultText({ create, update, skip, error, unchanged }: RowCounts, number: NumberText): string {
  const leftOut = skip + error;
  return [
    `${number(create)} created`,
    `${number(update)} changed`,
    unchanged && `${number(unchanged)} unchanged`,
    leftOut && `${number(leftOut)} left out`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Tabs of the rows, in order. */
export const rowTabs = ['all', 'create', 'update', 'unchanged', 'skip', 'error', 'warning'] as const;
export type RowTab = (typeof rowTabs)[number];

const tabNames: Record<RowTab, string> = {
  all: 'All rows',
  create: 'To create',
  update: 'To change',
  unchanged: 'Unchanged',
  skip: 'Left out',
  error: 'Errors',
  warning: 'Warnings',
};
const doneNames: Partial<Record<RowTab, string>> = { create: 'Created', update: 'Changed' };

/** Name of a tab, before or after the import is applied. */
export const tabName = (tab: RowTab, isApplied: boolean): string =>
  (isApplied ? doneNames[tab] : undefined) ?? tabNames[tab];

/** Number of rows in a tab. */
export const tabCount = (tab: RowTab, { rowCount, counts }: Pick<ImportSet, 'rowCount' | 'counts'>): number =>
  tab === 'all' ? rowCount : counts[tab];

/** Filter of a tab. */
export function tabQuery(tab: RowTab): { effects?: ChangeSetRow['effect'][]; hasWarnings?: 'true' } {
  if (tab === 'all') return {};
  return tab === 'warning' ? { hasWarnings: 'true' } : { effects: [tab] };
}

/** An error and its rows: `Carrier "Federal": There is no carrier Federal`, `rows 1-2, 7`. */
export function faultText(
  { field, message, rowCount, rows, values }: ChangeSetFault,
  label: string | undefined,
  number: NumberText,
): { what: string; where: string } {
  const [value, ...others] = values;
  const which = value === undefined || others.length ? '' : ` "${value}"`;
  const ranges = rowRangesText(rows.slice(0, 20));
  return {
    what: label === undefined && field === '' ? message : `${label ?? field}${which}: ${message}`,
    where: rowCount > 20 ? `rows ${ranges}, ... (${number(rowCount)} in all)` : `rows ${ranges}`,
  };
}

/** Delimiters to choose from. */
export const delimiterOptions = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
];

/** Encodings to choose from. */
export const encodingOptions = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Western European (Windows-1252)' },
  { value: 'windows-1250', label: 'Central European (Windows-1250)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { value: 'iso-8859-2', label: 'Central European (ISO 8859-2)' },
  { value: 'macintosh', label: 'Western European (Mac)' },
  { value: 'utf-16le', label: 'UTF-16 (little endian)' },
  { value: 'shift_jis', label: 'Japanese (Shift JIS)' },
  { value: 'gb18030', label: 'Chinese (GB 18030)' },
];

/** How the file was read: `CSV, UTF-8, comma`. */
export function formatText(
  format: Omit<ImportSet['format'], 'dateOrder' | 'decimal'> & Partial<ImportSet['format']>,
): string {
  const { dateOrder, decimal } = format;
  return [
    sourceText(format),
    dateOrder && `dates ${dateOrder.replace('-', ' ')}`,
    decimal && `decimals with a ${decimal}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function sourceText({ kind, encoding, delimiter, sheet }: Omit<ImportSet['format'], 'dateOrder' | 'decimal'>): string {
  if (kind === 'xlsx') return sheet ? `Workbook, sheet “${sheet}”` : 'Workbook';
  const separator = delimiterOptions.find(({ value }) => value === delimiter)?.label.toLowerCase() ?? delimiter;
  return ['Text', encoding?.toUpperCase(), separator && `separated by ${separator}`].filter(Boolean).join(', ');
}

/** How a column was matched with its field. */
export const matchText: Record<NonNullable<ImportColumn['matchedBy']>, string> = {
  heading: 'By its heading',
  synonym: 'By a known name',
  remembered: 'As last time',
  chosen: 'Chosen',
};

/** Required fields without a column and without a default value. */
export function missingFields(
  fields: readonly ImportField[],
  columns: readonly Pick<ImportColumn, 'field'>[],
  defaults: ImportSet['options']['defaults'] = {},
): ImportField[] {
  const filled = new Set([...columns.map(({ field }) => field), ...Object.keys(defaults)]);
  return fields.filter(({ name, isRequired }) => isRequired && !filled.has(name));
}
