import type { ChangeSetAction, RowVerdict, StagedRow, WorkOptions } from '../../change-sets/run/change-set-action.ts';
import { becauseOf, type RowMessage } from '../../contracts/work/change-set.contract.ts';
import { mapWithPauses } from '../../kernel/calls/pauses.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { readCell, spreadsheetFault } from '../cells/read-cell.ts';
import { beginImport } from '../cells/remembered-mapping.ts';
import type { ImportChoices, ImportDefinition, ImportVerdict, ParsedRow } from '../import-definition.ts';
import { type CellStyle, type ChosenStyle, chosenStyle, type LocaleStyle, localeStyle } from '../xlsx/cell-styles.ts';

/** Cell with the fault of the line itself; correcting the row removes it. */
export const lineFault = '';
/** Cell of a column without a field. Its value is kept for a later mapping. */
export const unmappedCell = (index: number): string => `column.${index}`;

/** Options of an import's change set. */
export interface ImportWorkOptions extends WorkOptions, ChosenStyle {
  onExisting: 'update' | 'skip';
  createReferences: string[];
  /** Fields that a column fills. */
  mapped: string[];
  /** Cells for fields that no column fills. */
  defaults?: Record<string, string>;
  /** The extra columns, which are taken by their heading. */
  extras?: { cell: string; heading: string }[];
  /** Styles of the cells in a field's column. */
  styles: Record<string, CellStyle[]>;
  round?: boolean | undefined;
  replaceLines?: boolean | undefined;
}

type AnyImport = ImportDefinition;

/** Change set action of an import. */
export const importAction = (name: string): string => `${name}.import`;

/**
 * The key of a row's record: its first filled key field. Keys after the first one contain their field's name, so that a
 * number and a name with the same text stay distinct.
 */
export function keyOf(definition: AnyImport, values: Readonly<Record<string, string>>): string {
  const within = (definition.within ?? []).map((field) => ` / ${values[field]?.trim() ?? ''}`).join('');
  for (const [index, field] of definition.keys.entries()) {
    const value = values[field]?.trim();
    if (value) return `${index === 0 ? '' : `${field}: `}${value}${within}`;
  }
  return '';
}

/** Data for reading the rows of a chunk, computed once. */
interface Reader {
  definition: AnyImport;
  options: ImportWorkOptions;
  locale: LocaleStyle;
  mapped: ReadonlySet<string>;
}

// A written chunk was checked just before with the same cells, so they are read only once.
const parsedRows = new WeakMap<object, { options: ImportWorkOptions; parsed: ParsedRow }>();

function parsedRow(staged: StagedRow, reader: Reader): ParsedRow {
  const known = parsedRows.get(staged.values);
  if (known?.options === reader.options && known.parsed.row === staged.row) return known.parsed;
  const parsed = parseRow(staged, reader);
  parsedRows.set(staged.values, { options: reader.options, parsed });
  return parsed;
}

function parseRow(staged: StagedRow, { definition, options, locale, mapped }: Reader): ParsedRow {
  const fields: Record<string, string | boolean | null | undefined> = {};
  const errors: RowMessage[] = [];
  const fault = staged.values[lineFault];
  // If the line could not be read, its cells are unreliable, and errors in them would hide the actual fault.
  if (fault) return { row: staged.row, key: staged.key, fields, errors: [{ field: '', message: fault }] };
  for (const field of definition.fields) {
    const { name, label, isRequired } = field;
    // An empty cell in a mapped column is intended. Only for a required field the file's default fills the gap.
    const fills = isRequired || !mapped.has(name);
    const cell = staged.values[name] ?? (fills ? options.defaults?.[name] : undefined);
    if (cell === undefined) {
      if (isRequired) errors.push({ field: name, message: `${label} is required` });
      if (mapped.has(name)) fields[name] = null;
      continue;
    }
    const isKey = definition.keys.includes(name) || definition.within?.includes(name) === true;
    const read = readCell(cell, field, locale, options.styles[name], { isRounded: options.round, isKey });
    if ('error' in read) errors.push({ field: name, message: read.error });
    else {
      fields[name] = read.value;
      if (isRequired && read.value === null) errors.push({ field: name, message: `${label} is required` });
    }
  }
  const isKeyed = definition.keys.some((name) => typeof fields[name] === 'string');
  if (!isKeyed && !errors.some(({ field }) => definition.keys.includes(field))) {
    const labels = definition.keys.map((name) => definition.fields.find((field) => field.name === name)?.label ?? name);
    errors.push({ field: definition.keys[0] ?? '', message: `${labels.join(' or ')} is required` });
  }
  const extras = options.extras?.map(({ cell, heading }) => ({ cell, heading, value: staged.values[cell] ?? null }));
  for (const { cell, value } of extras ?? []) {
    const unread = value === null ? undefined : spreadsheetFault(value);
    if (unread !== undefined) errors.push({ field: cell, message: unread });
  }
  return { row: staged.row, key: staged.key, fields, errors, ...(extras ? { extras } : {}) };
}

const choicesOf = ({ onExisting, createReferences, replaceLines = false }: ImportWorkOptions): ImportChoices => ({
  onExisting,
  replaceLines,
  createReferences: new Set(createReferences),
});

const refused = (staged: StagedRow, label: string, errors: RowMessage[]): RowVerdict => ({
  row: staged.row,
  label: label || staged.key,
  effect: 'error',
  recordID: null,
  changes: [],
  errors,
  warnings: [],
  data: null,
});

/** The verdicts for the rows of one record. */
function verdictsOf(
  rows: readonly StagedRow[],
  parsed: readonly ParsedRow[],
  verdict: ImportVerdict,
  choices: ImportChoices,
): RowVerdict[] {
  const messagesOf = (row: number, all: readonly (RowMessage & { row: number })[]): RowMessage[] =>
    all.filter((each) => each.row === row).map(({ field, message }) => ({ field, message }));
  const rowErrors = rows.map((staged, index) => {
    const errors = [...(parsed[index]?.errors ?? [])];
    // A reading error has priority over errors that follow from it in the same field.
    for (const message of messagesOf(staged.row, verdict.errors))
      if (!errors.some(({ field }) => field === message.field && field !== '')) errors.push(message);
    return errors;
  });
  const unread = parsed.find(({ errors }) => errors.length > 0);
  const isSkipped =
    !unread && (verdict.effect === 'skip' || (verdict.effect === 'update' && choices.onExisting === 'skip'));
  const isRefused = !isSkipped && (unread !== undefined || verdict.effect === 'error');
  const cause = rows[rowErrors.findIndex((errors) => errors.length > 0)]?.row ?? 0;
  return rows.map((staged, index): RowVerdict => {
    const errors = rowErrors[index] ?? [];
    const common = {
      row: staged.row,
      label: verdict.label,
      recordID: verdict.recordID,
      warnings: messagesOf(staged.row, verdict.warnings),
    };
    if (isRefused)
      return {
        ...refused(staged, verdict.label, errors.length ? errors : [{ field: '', message: becauseOf(cause) }]),
        recordID: verdict.recordID,
      };
    if (isSkipped)
      return {
        ...common,
        effect: 'skip',
        changes: [],
        data: null,
        errors: errors.length ? errors : [{ field: '', message: 'Exists already' }],
      };
    return {
      ...common,
      effect: verdict.effect,
      changes: index === 0 ? verdict.changes : [],
      errors: [],
      data: index === 0 ? { data: verdict.data } : null,
    };
  });
}

/** The change set action of a kind of import. */
export function importWork(definition: AnyImport): ChangeSetAction {
  const keyField = definition.keys[0] ?? '';
  const labelOf = (name: string): string => definition.fields.find((field) => field.name === name)?.label ?? name;
  const readerOf = (ctx: AccountContext, workOptions: WorkOptions): Reader => {
    const options = workOptions as ImportWorkOptions;
    const locale = chosenStyle(localeStyle(ctx.account.locale, ctx.account.currency), options);
    return { definition, options, locale, mapped: new Set(options.mapped) };
  };
  return {
    action: importAction(definition.name),
    recordType: definition.recordType,
    permission: definition.permission,
    hasCaselessKeys: definition.hasCaselessKeys ?? false,
    isIndependent: (options) =>
      definition.isIndependent === true && (options as ImportWorkOptions).createReferences.length === 0,
    begin: beginImport,
    async check(ctx, rows, workOptions) {
      const reader = readerOf(ctx, workOptions);
      const choices = choicesOf(reader.options);
      const found: RowVerdict[] = [];
      // Reads the rows with pauses; the following code uses the cached results.
      await mapWithPauses(rows, (row) => parsedRow(row, reader));
      const records: { key: string; staged: StagedRow[]; rows: ParsedRow[] }[] = [];
      for (const [key, staged] of Map.groupBy(rows, ({ key: own, row }) => own || `\0${row}`)) {
        const parsed = staged.map((row) => parsedRow(row, reader));
        // Without a readable key there is no record to check.
        if (
          key.startsWith('\0') ||
          !definition.keys.some((name) => parsed.some(({ fields }) => typeof fields[name] === 'string'))
        )
          found.push(...staged.map((row, index) => refused(row, '', parsed[index]?.errors ?? [])));
        else if (staged.length > 1 && !definition.isGrouped) {
          const places = staged.map(({ row }) => row);
          const shown = `${places.slice(0, 5).join(', ')}${places.length > 5 ? ', ...' : ''}`;
          const named = definition.keys.find((name) => staged[0]?.values[name]?.trim()) ?? keyField;
          const what = [named, ...(definition.within ?? [])].map(labelOf).join(' with ');
          const message = `${what} stands more than once in the file: rows ${shown}`;
          found.push(
            ...staged.map((row, index) =>
              refused(row, key, [...(parsed[index]?.errors ?? []), { field: named, message }]),
            ),
          );
        } else records.push({ key, staged, rows: parsed });
      }
      const verdicts = records.length
        ? await definition.check(
            ctx,
            records.map(({ key, rows: parsed }) => ({ key, rows: parsed })),
            choices,
          )
        : [];
      const byKey = new Map(verdicts.map((verdict) => [verdict.key, verdict]));
      for (const { key, staged, rows: parsed } of records) {
        const verdict = byKey.get(key);
        if (!verdict) throw new Error(`The import "${definition.name}" answered no verdict for "${key}"`);
        found.push(...verdictsOf(staged, parsed, verdict, choices));
      }
      return found;
    },
    async apply(ctx, rows, workOptions) {
      const reader = readerOf(ctx, workOptions);
      const groups = Map.groupBy(rows, ({ key }) => key);
      const records = [...groups].map(([key, own]): ImportVerdict & { rows: ParsedRow[] } => {
        const [first] = own as [StagedRow & RowVerdict];
        return {
          key,
          label: first.label,
          effect: first.effect,
          recordID: first.recordID,
          changes: first.changes,
          errors: [],
          warnings: [],
          data: (first.data as { data: unknown } | null)?.data,
          rows: own.map((row) => parsedRow(row, reader)),
        };
      });
      const written = new Map(
        (await definition.apply(ctx, records, choicesOf(reader.options))).map((each) => [each.key, each]),
      );
      return [...groups].flatMap(([key, own]) =>
        own.map(({ row, recordID }, index) => ({
          row,
          recordID: written.get(key)?.recordID ?? recordID,
          undo: index === 0 ? (written.get(key)?.undo ?? null) : null,
          versions: index === 0 ? (written.get(key)?.versions ?? {}) : {},
        })),
      );
    },
    undo: definition.undo,
  };
}
