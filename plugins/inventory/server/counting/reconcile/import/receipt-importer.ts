import { type Big, dateIn, decimal, problems, startOfDayIn, zero } from '@millwright/core/contracts';
import type {
  AccountContext,
  ImportChoices,
  ImportDefinition,
  ImportVerdict,
  ParsedRow,
} from '@millwright/core/server';
import { placeStates } from '../../../../contracts/index.ts';
import { notStockedText } from '../../../catalogue/item/use/item-stocked.ts';
import { largeQuantityFault } from '../../../catalogue/shared/large-quantities.ts';
import { applyStock } from '../../../stock/ledger/operation/stock-ledger.ts';
import { lockPositions } from '../../../stock/ledger/plan/positions.ts';
import { roundValue } from '../../../stock/ledger/plan/stock-book.ts';
import { findLocations, holdLocations } from '../../../stock/ledger/plan/stock-facts.queries.ts';
import { type EnteredCount, type EnteredLine, type ResolvedCount, resolveCounts } from '../resolve-counts.ts';
import { receiptKey, type StandingReceipt, standingReceipts } from '../standing-receipts.queries.ts';
import { stockUndo, stockUndoing } from '../undo-stock.ts';
import { receiptFields } from './receipt-import-fields.ts';
import { countCellText, lotFault } from './stock-count-importer.ts';

interface ImportedReceipt {
  key: string;
  rows: readonly ParsedRow[];
}

interface FoundReceipt {
  row: ParsedRow;
  entered: EnteredCount;
  resolved: ResolvedCount;
  /** Of one unit of the row, and what all of it is worth then. */
  unitCost: Big | undefined;
  value: Big | undefined;
  standing: StandingReceipt | undefined;
  isClosed: boolean;
  /** Why it is too much for one receipt; undefined if it is not. */
  large: string | undefined;
}

const enteredOf = (row: ParsedRow): EnteredCount => ({
  sku: countCellText(row, 'sku') ?? '',
  unit: countCellText(row, 'unit'),
  quantity: countCellText(row, 'quantity') ?? '0',
  storageLocation: countCellText(row, 'storageLocation'),
  lotNumber: countCellText(row, 'lotNumber') ?? null,
  customerNumber: countCellText(row, 'customer'),
});

const costOf = (row: ParsedRow, line: EnteredLine | undefined): Big | undefined => {
  const cost = countCellText(row, 'unitCost');
  return cost === undefined || !line || line.quantity.eq(zero) ? undefined : decimal(cost);
};

async function findReceipts(
  ctx: AccountContext,
  records: readonly ImportedReceipt[],
  choices: ImportChoices,
  write: boolean,
): Promise<FoundReceipt[]> {
  const rows = records.map((record) => record.rows[0] as ParsedRow);
  const entered = rows.map(enteredOf);
  const mayCreatePlaces = choices.createReferences.has('storageLocation');
  const { resolved } = await resolveCounts(ctx, entered, { write, mayCreatePlaces });
  const keys = rows.map((row, index) => {
    const line = resolved[index]?.line;
    const reference = countCellText(row, 'reference') ?? '';
    return (
      line && {
        itemID: line.itemID,
        ownerID: line.ownerID ?? ctx.account.id,
        reference,
        line: countCellText(row, 'line') ?? '',
      }
    );
  });
  const wanted = keys.flatMap((key) => key ?? []);
  const placeIDs = resolved.flatMap(({ line }) => line?.locationID ?? []);
  const locations = await (write ? holdLocations : findLocations)(ctx, placeIDs);
  // Two files that bring the same receipt wait for one another here.
  if (write) await lockPositions(ctx, wanted);
  const standing = await standingReceipts(ctx, wanted);
  const largeFault = await largeQuantityFault(ctx);
  return rows.map((row, index): FoundReceipt => {
    const found = resolved[index] as ResolvedCount;
    const key = keys[index];
    const unitCost = costOf(row, found.line);
    return {
      row,
      entered: entered[index] as EnteredCount,
      resolved: found,
      unitCost,
      value: unitCost && found.line && roundValue(unitCost.times(found.line.measure)),
      standing: key && standing.get(receiptKey(key)),
      isClosed:
        found.line?.locationID !== undefined && placeStates.is.closed(locations.get(found.line.locationID)?.state),
      large: found.line && largeFault(found.line.quantity),
    };
  });
}

/** What a receipt that stands in the books says otherwise, by field. */
function differences(ctx: AccountContext, { row, resolved, value, standing }: FoundReceipt): string[] {
  const { line } = resolved;
  if (!line || !standing) return [];
  const day = countCellText(row, 'receivedAt');
  return [
    ...(line.quantity.eq(decimal(standing.quantity)) ? [] : ['quantity']),
    ...(value === undefined || value.eq(decimal(standing.value)) ? [] : ['unitCost']),
    ...(day === undefined || day === dateIn(ctx.account.timeZone, new Date(standing.receivedAt)) ? [] : ['receivedAt']),
    ...(line.locationID === undefined || line.locationID === standing.locationID ? [] : ['storageLocation']),
    ...((line.lotID ?? null) === standing.lotID ? [] : ['lotNumber']),
  ];
}

function verdictOf(ctx: AccountContext, key: string, found: FoundReceipt): ImportVerdict<null> {
  const { row, entered, resolved, unitCost, standing } = found;
  const { line, unit } = resolved;
  const errors = [...lotFault(row)];
  const fault = (field: string, message: string): void => void errors.push({ row: row.row, field, message });
  for (const { field, message } of resolved.faults) fault(field, message);
  const day = countCellText(row, 'receivedAt');
  if (decimal(entered.quantity).lt(zero)) fault('quantity', 'Must be at least 0');
  if (decimal(countCellText(row, 'unitCost') ?? '0').lt(zero)) fault('unitCost', 'Must be at least 0');
  if (day !== undefined && startOfDayIn(ctx.account.timeZone, day) > ctx.clock.now())
    fault('receivedAt', 'Must not be in the future');
  if (resolved.service !== undefined && !standing) fault('sku', notStockedText(resolved.service));
  if (found.large && !standing) fault('quantity', found.large);
  if (found.isClosed && !standing) fault('storageLocation', 'The storage location is closed');
  for (const field of differences(ctx, found))
    fault(field, 'This receipt is in the books with another value; void it there first');
  const isEmpty = line?.quantity.eq(zero) === true && errors.length === 0;
  const label = [entered.sku, countCellText(row, 'reference'), countCellText(row, 'line')].filter(Boolean).join(' / ');
  const place = entered.storageLocation;
  return {
    key,
    label,
    effect: errors.length ? 'error' : isEmpty ? 'skip' : standing ? 'unchanged' : 'create',
    recordID: resolved.itemID,
    changes:
      errors.length || isEmpty || standing || !line
        ? []
        : [
            {
              field: 'quantity',
              label: `Received${place ? ` in ${place}` : ''}`,
              from: null,
              to: `${line.measure.toFixed()} ${unit}`,
            },
            ...(unitCost
              ? [{ field: 'unitCost', label: 'Unit cost', from: null, to: countCellText(row, 'unitCost') }]
              : []),
          ],
    errors: isEmpty ? [{ row: row.row, field: 'quantity', message: 'Nothing was received' }] : errors,
    warnings: resolved.newPlace
      ? [
          {
            row: row.row,
            field: 'storageLocation',
            message: `The storage location ${resolved.newPlace} will be created`,
          },
        ]
      : [],
    data: null,
  };
}

/** Receipts from files, each with its date and cost. A receipt that stands in the books is not received again. */
export const receiptImporter = (): ImportDefinition<null> => ({
  name: 'inventory-receipts',
  title: 'Inventory receipts',
  description:
    'Receives stock with its dates and costs. ' +
    'Receipts of a reference, line and SKU that are in the books stay as they are.',
  recordType: 'item_stock',
  permission: 'inventory:update',
  keys: ['reference'],
  within: ['line', 'sku'],
  fields: receiptFields,
  async check(ctx, records, choices) {
    if (choices.createReferences.has('storageLocation')) ctx.require('storage_locations:create');
    const found = await findReceipts(ctx, records, choices, false);
    return records.map(({ key }, index) => verdictOf(ctx, key, found[index] as FoundReceipt));
  },
  async apply(ctx, records, choices) {
    const found = await findReceipts(ctx, records, choices, true);
    const { movements } = await applyStock(ctx, {
      action: 'receive',
      changes: found.map(({ row, resolved: { line }, unitCost, standing }) => {
        if (!line || standing) throw problems.conflict({ message: `Row ${row.row} cannot be received any more` });
        const day = countCellText(row, 'receivedAt');
        return {
          itemID: line.itemID,
          ownerID: line.ownerID,
          locationID: line.locationID,
          lotID: line.lotID,
          unitCost,
          quantity: line.quantity,
          measure: line.measure,
          unitID: line.unitID,
          costUnit: { numerator: line.quantity, denominator: line.measure },
          reference: countCellText(row, 'reference'),
          lineID: countCellText(row, 'line'),
          receivedAt: day === undefined ? undefined : startOfDayIn(ctx.account.timeZone, day),
        };
      }),
    });
    // One movement for each row, in their order: stock that comes in comes to one place.
    return records.map(({ key, label, recordID }, index) => ({
      key,
      recordID: recordID ?? '',
      undo: stockUndo(label, [movements[index]?.id ?? '']),
      versions: {},
    }));
  },
  undo: stockUndoing,
});
