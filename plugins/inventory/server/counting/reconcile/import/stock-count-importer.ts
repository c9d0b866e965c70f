import { problems } from '@millwright/core/contracts';
import type {
  AccountContext,
  ImportChoices,
  ImportDefinition,
  ImportVerdict,
  ParsedRow,
} from '@millwright/core/server';
import { lotNumberError, type ReconcileType } from '../../../../contracts/index.ts';
import { type LargeQuantityFault, largeQuantityFault } from '../../../catalogue/shared/large-quantities.ts';
import { type CountedRow, countChanges, countLabel, countVerdictRows, countWarnings } from '../count-verdicts.ts';
import type { EnteredCount } from '../resolve-counts.ts';
import { stockUndo, stockUndoing } from '../undo-stock.ts';
import { countFields, defaultUnit } from './count-import-fields.ts';

interface ImportedItem {
  key: string;
  rows: readonly ParsedRow[];
}

interface CountedItem {
  mode: ReconcileType;
  rows: { parsed: ParsedRow; counted: CountedRow }[];
  faults: { row: number; field: string; message: string }[];
}

/** Text of a cell; undefined where there is none. */
export const countCellText = (row: ParsedRow, field: string): string | undefined => {
  const value = row.fields[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const unitOf = (row: ParsedRow): string | undefined => {
  const entered = countCellText(row, 'unit');
  return entered?.toLowerCase() === defaultUnit ? undefined : entered;
};

const enteredOf = (row: ParsedRow): EnteredCount => ({
  sku: countCellText(row, 'sku') ?? '',
  unit: unitOf(row),
  quantity: countCellText(row, 'quantity') ?? '0',
  storageLocation: countCellText(row, 'storageLocation'),
  lotNumber: countCellText(row, 'lotNumber'),
  customerNumber: countCellText(row, 'customer'),
});

const modeOf = (row: ParsedRow): ReconcileType => (row.fields['reconcileType'] === 'addition' ? 'addition' : 'force');

/** A fault of a row that has nothing to do with the stock. */
export function lotFault(row: ParsedRow): { row: number; field: string; message: string }[] {
  const entered = countCellText(row, 'lotNumber');
  const message = entered ? lotNumberError(entered) : undefined;
  return message === undefined ? [] : [{ row: row.row, field: 'lotNumber', message }];
}

function ownFaults({ rows }: ImportedItem): CountedItem['faults'] {
  const [first] = rows as [ParsedRow];
  return rows.flatMap((row) => [
    ...lotFault(row),
    // A cell that is empty counts as 0; without the column everything would.
    ...(row.fields['quantity'] === undefined && !row.errors.some(({ field }) => field === 'quantity')
      ? [{ row: row.row, field: 'quantity', message: 'No column says the quantity' }]
      : []),
    ...(modeOf(row) === modeOf(first)
      ? []
      : [{ row: row.row, field: 'reconcileType', message: 'All rows of an item are counted in one way' }]),
  ]);
}

/** The row with the fault that its quantity is too large, where counting it would change something. */
function judgedLarge(row: CountedRow, largeFault: LargeQuantityFault): CountedRow {
  const { line } = row.resolved;
  const message = line && row.count?.isChanged ? largeFault(line.quantity) : undefined;
  return message ? { ...row, count: undefined, faults: [...row.faults, { field: 'quantity', message }] } : row;
}

/** Counts items by mode; what cannot be read stays out, and is an error already. */
async function countItems(
  ctx: AccountContext,
  items: readonly ImportedItem[],
  choices: ImportChoices,
  write: boolean,
): Promise<Map<string, CountedItem>> {
  const answers = new Map<string, CountedItem>();
  const sound = items.filter((item) => {
    const faults = ownFaults(item);
    const mode = modeOf(item.rows[0] as ParsedRow);
    answers.set(item.key, { mode, faults, rows: [] });
    return faults.length === 0 && item.rows.every(({ errors }) => errors.length === 0);
  });
  const mayCreatePlaces = choices.createReferences.has('storageLocation');
  const largeFault = await largeQuantityFault(ctx);
  for (const [mode, own] of Map.groupBy(sound, ({ rows }) => modeOf(rows[0] as ParsedRow))) {
    const parsed = own.flatMap(({ rows }) => rows);
    const counted = await countVerdictRows(ctx, parsed.map(enteredOf), {
      mode,
      write,
      mayCreatePlaces,
      rowOf: (index) => parsed[index]?.row ?? 0,
    });
    let at = 0;
    for (const { key, rows } of own)
      for (const row of rows)
        answers.get(key)?.rows.push({ parsed: row, counted: judgedLarge(counted[at++] as CountedRow, largeFault) });
  }
  return answers;
}

function verdictOf({ key, rows }: ImportedItem, item: CountedItem): ImportVerdict<null> {
  const errors = [
    ...item.faults,
    ...item.rows.flatMap(({ parsed, counted }) => counted.faults.map((fault) => ({ row: parsed.row, ...fault }))),
  ];
  const [only, ...others] = item.rows;
  const isChanged = item.rows.some(({ counted }) => counted.count?.isChanged);
  const warnings = item.rows.flatMap(({ parsed, counted }) =>
    countWarnings(counted).map((warning) => ({ row: parsed.row, ...warning })),
  );
  return {
    key,
    label:
      only && others.length === 0
        ? countLabel(only.counted)
        : `${key}${rows.length > 1 ? ` in ${rows.length} rows` : ''}`,
    effect: errors.length ? 'error' : isChanged ? 'update' : 'unchanged',
    recordID: only?.counted.resolved.itemID ?? null,
    changes: errors.length ? [] : item.rows.flatMap(({ counted }) => countChanges(counted)),
    errors,
    warnings: errors.length ? [] : warnings,
    data: null,
  };
}

/** Counts of stock from files: rows of one item are one record, so that its places are counted together. */
export const stockCountImporter = (): ImportDefinition<null> => ({
  name: 'stock-counts',
  title: 'Stock counts',
  description: 'Makes the stock what was counted, or adds to it: of items in all places, or place by place.',
  recordType: 'item_stock',
  permission: 'inventory:update',
  keys: ['sku'],
  isGrouped: true,
  fields: countFields,
  async check(ctx, records, choices) {
    if (choices.createReferences.has('storageLocation')) ctx.require('storage_locations:create');
    const counted = await countItems(ctx, records, choices, false);
    return records.map((record) => verdictOf(record, counted.get(record.key) as CountedItem));
  },
  async apply(ctx, records, choices) {
    const counted = await countItems(ctx, records, choices, true);
    return records.map(({ key, label, recordID }) => {
      const rows = counted.get(key)?.rows ?? [];
      const fault = rows.flatMap(({ counted: row }) => row.faults)[0];
      if (fault) throw problems.conflict({ message: `${label}: ${fault.message}` });
      const movementIDs = rows.flatMap(({ counted: row }) => row.count?.movementIDs ?? []);
      return { key, recordID: recordID ?? '', undo: stockUndo(label, movementIDs), versions: {} };
    });
  },
  undo: stockUndoing,
});
