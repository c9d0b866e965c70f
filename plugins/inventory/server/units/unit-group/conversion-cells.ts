import { compareFractions, invertRatio, multiplyRatio, type Ratio, ratio } from '@millwright/core/contracts';
import {
  type AccountContext,
  listOfCell,
  type NamedRecord,
  type PlainDraft,
  type PlainState,
  sql,
} from '@millwright/core/server';
import { conversionFactorInput, createUnitGroupBody } from '../../../contracts/index.ts';
import { enteredFactor, inBaseUnits } from './group-factors.ts';

type Part = PlainState['parts'][number];
type Row = PlainDraft['record']['rows'][number];
const one = ratio(1n, 1n);
const largestTerm = 2n ** 63n - 1n;

/** All units of the account by name in lower case. */
export type KnownUnits = ReadonlyMap<string, NamedRecord>;

/** All units in one statement: an account has at most hundreds of them. */
export async function knownUnits(ctx: AccountContext): Promise<KnownUnits> {
  const { rows } = await sql<NamedRecord>`select id, name from inventory.unit
    where account_id = ${ctx.account.id}`.execute(ctx.em.query());
  return new Map(rows.map((unit) => [unit.name.toLowerCase(), unit]));
}

/** Size of a conversion's unit in base units. */
export const factorOfPart = ({ columns }: Part): Ratio =>
  ratio(BigInt(columns['numerator'] ?? 1), BigInt(columns['denominator'] ?? 1));

interface EnteredUnit {
  row: number;
  unit: NamedRecord;
  factor: Ratio | undefined;
  of: NamedRecord | undefined;
}

const textOf = (row: Row, field: string): string | undefined => {
  const cell = row.fields[field];
  return typeof cell === 'string' ? cell : undefined;
};

/** Reads a factor as people write it: 12, 5/2, 2.54. */
function factorOf(text: string, row: number, { fault }: PlainDraft): Ratio | undefined {
  const [numerator = '', denominator = '1', ...more] = text.split('/').map((term) => term.trim());
  const isWhole = more.length === 0 && /^\d+$/.test(numerator) && /^\d+$/.test(denominator);
  const found = conversionFactorInput.safeParse(isWhole ? { numerator, denominator } : Number(text));
  if (found.success) return enteredFactor(found.data);
  fault('factor', found.error.issues[0]?.message ?? 'Cannot be read', row);
  return undefined;
}

function enteredIn(row: Row, draft: PlainDraft, units: KnownUnits): EnteredUnit[] {
  const [cell, factors, base] = [textOf(row, 'unit'), textOf(row, 'factor'), textOf(row, 'baseUnit')];
  const unitOf = (field: string, name: string): NamedRecord | undefined => {
    const unit = units.get(name.toLowerCase());
    if (!unit) draft.fault(field, `There is no unit ${name}`, row.row);
    return unit;
  };
  if (cell === undefined) {
    if (factors !== undefined) draft.fault('unit', 'Unit is required', row.row);
    return [];
  }
  const of = base === undefined ? undefined : unitOf('baseUnit', base);
  const names = listOfCell(cell).filter(Boolean);
  const texts = factors === undefined ? [] : names.length === 1 ? [factors] : listOfCell(factors);
  if (texts.length && texts.length !== names.length) {
    draft.fault('factor', `${texts.length} given for ${names.length} units`, row.row);
    return [];
  }
  return names.flatMap((name, index): EnteredUnit[] => {
    const unit = unitOf('unit', name);
    const text = texts[index];
    const factor = text ? factorOf(text, row.row, draft) : undefined;
    return unit && (factor || !text) ? [{ row: row.row, unit, factor, of }] : [];
  });
}

/** Size of each unit: in the group's present base unit or, for a new group, relative to the units of the rows. */
function worthOf(entered: readonly EnteredUnit[], draft: PlainDraft): Map<string, { name: string; worth: Ratio }> {
  const { before, fault } = draft;
  const known = new Map(
    (before?.parts ?? []).map((part) => [
      String(part.columns['unit_id']),
      { name: part.name, worth: factorOfPart(part) },
    ]),
  );
  const base = before?.values['baseUnit'];
  const baseID = typeof base === 'object' && base !== null && 'id' in base ? base.id : undefined;
  const free = entered.filter(({ of }) => !of);
  // Factors without a reference unit are relative to one another.
  const anchor = free.find(({ unit }) => unit.id === baseID)?.factor;
  const scale = anchor ? invertRatio(anchor) : one;
  for (const { row, unit, factor } of free) {
    if (factor) known.set(unit.id, { name: unit.name, worth: multiplyRatio(factor, scale) });
    else if (!known.has(unit.id)) fault('factor', 'Factor is required', row);
  }
  let waiting = entered.filter(({ of }) => of);
  for (let count = -1; waiting.length !== count; ) {
    count = waiting.length;
    waiting = waiting.filter(({ row, unit, factor, of }) => {
      if (!of) return false;
      const isItself = of.id === unit.id;
      if (isItself && factor && compareFractions(factor, one) !== 0) {
        fault('factor', 'Say what one of this unit is in another unit of the group', row);
        return false;
      }
      if (isItself) {
        if (!known.has(unit.id) && !before) known.set(unit.id, { name: unit.name, worth: one });
        return !known.has(unit.id);
      }
      const counted = known.get(of.id);
      if (!counted) return true;
      if (factor) known.set(unit.id, { name: unit.name, worth: multiplyRatio(factor, counted.worth) });
      else if (!known.has(unit.id)) fault('factor', 'Factor is required', row);
      return false;
    });
  }
  for (const { row } of waiting) fault('baseUnit', 'The unit is not in this group', row);
  return known;
}

/** Units and base unit of a group after an import of its rows; units that the rows do not name stay. */
export function conversionsOfRows(draft: PlainDraft, units: KnownUnits): void {
  const { before, fault, record } = draft;
  let isFaulty = false;
  const watchedDraft: PlainDraft = {
    ...draft,
    fault: (...parts) => {
      isFaulty = true;
      fault(...parts);
    },
  };
  const entered = record.rows.flatMap((row) => enteredIn(row, watchedDraft, units));
  const seen = new Set<string>();
  for (const { row, unit } of entered) {
    if (seen.has(unit.id)) watchedDraft.fault('unit', 'This unit is listed twice', row);
    seen.add(unit.id);
  }
  const known = worthOf(entered, watchedDraft);
  const count = createUnitGroupBody.shape.conversions.safeParse(
    [...known.keys()].map((unitID) => ({ unitID, factor: 1 })),
  );
  if (!count.success && !isFaulty) watchedDraft.fault('unit', count.error.issues[0]?.message ?? 'Cannot be read');
  if (isFaulty) return;
  const base = before?.values['baseUnit'];
  const baseID = typeof base === 'object' && base !== null && 'id' in base ? base.id : undefined;
  const { baseUnitID, units: factors } = inBaseUnits(
    [...known].map(([unitID, { worth }]) => ({ unitID, factor: worth })),
    baseID,
  );
  const parts = new Map((before?.parts ?? []).map((part) => [part.columns['unit_id'], part]));
  draft.values['baseUnit'] = { id: baseUnitID, name: known.get(baseUnitID)?.name ?? '' };
  draft.parts = factors.map(({ unitID, factor: { numerator, denominator } }): Part => {
    const part = parts.get(unitID);
    const name = known.get(unitID)?.name ?? '';
    if (numerator > largestTerm || denominator > largestTerm)
      fault('factor', `The factor of ${name} is too large beside that of the smallest unit`);
    return {
      id: part?.id ?? '',
      version: part?.version ?? 0,
      name,
      columns: { unit_id: unitID, numerator: `${numerator}`, denominator: `${denominator}` },
    };
  });
}
