import { compareFractions, invertRatio, multiplyRatio, type Ratio, ratio } from '@millwright/core/contracts';
import {
  type PlainImport,
  type PlainParts,
  type PlainState,
  plainTextField,
  type RecordUse,
  reasonOfUses,
  reasonsOf,
  sql,
} from '@millwright/core/server';
import {
  catalogueProblems,
  createUnitGroupBody,
  listProductLines,
  listProducts,
  listUnitGroups,
  listUnits,
} from '../../../contracts/index.ts';
import { conversionsOfRows, factorOfPart, type KnownUnits, knownUnits } from './conversion-cells.ts';
import { factorText } from './group-factors.ts';
import { measuredIn, usesOfConversions, usesOfGroups } from './group-uses.ts';

type Part = PlainState['parts'][number];
const one = ratio(1n, 1n);

/** Factors of a state counted in the unit that was the base of another one. */
function factorsIn(state: PlainState, baseUnitID: unknown): Map<string, { part: Part; factor: Ratio }> {
  const base = state.parts.find(({ columns }) => columns['unit_id'] === baseUnitID);
  const scale = base ? invertRatio(factorOfPart(base)) : one;
  return new Map(
    state.parts.map((part) => [
      String(part.columns['unit_id']),
      { part, factor: multiplyRatio(factorOfPart(part), scale) },
    ]),
  );
}

const baseOf = ({ values }: PlainState): string | undefined => {
  const base = values['baseUnit'];
  return typeof base === 'object' && base !== null && 'id' in base ? base.id : undefined;
};

/** Units that are new, gone, or worth something else in what was the base unit. */
function differences(before: PlainState, after: PlainState) {
  const [old, now] = [factorsIn(before, baseOf(before)), factorsIn(after, baseOf(before))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((unitID) => {
    const [from, to] = [old.get(unitID), now.get(unitID)];
    if (from && to && compareFractions(from.factor, to.factor) === 0) return [];
    return [{ name: (to ?? from)?.part.name ?? '', from, to }];
  });
}

const textOf = (found: { factor: Ratio } | undefined): string | null => (found ? factorText(found.factor) : null);

const conversions: PlainParts = {
  table: 'inventory.unit_conversion',
  owner: 'unit_group_id',
  columns: ['unit_id', 'numerator', 'denominator'],
  prefix: 'ucv',
  what: 'units',
  async stored(ctx, ids) {
    const { rows } = await sql<{
      id: string;
      version: number;
      ownerID: string;
      name: string;
      unitID: string;
      numerator: string;
      denominator: string;
    }>`select conversion.id, conversion.version, conversion.unit_group_id as "ownerID", unit.name, unit.id as "unitID",
        conversion.numerator::text as numerator, conversion.denominator::text as denominator
      from inventory.unit_conversion conversion
      join inventory.unit unit on unit.account_id = conversion.account_id and unit.id = conversion.unit_id
      where conversion.account_id = ${ctx.account.id} and conversion.unit_group_id = any(${[...ids]}::text[])
      order by conversion.unit_group_id, conversion.numerator::numeric / conversion.denominator, unit.name`.execute(
      ctx.em.query(),
    );
    return rows.map(({ unitID, numerator, denominator, ...row }) => ({
      ...row,
      columns: { unit_id: unitID, numerator, denominator },
    }));
  },
  changes(before, after) {
    if (before)
      return differences(before, after).map(({ name, from, to }) => ({
        field: 'factor',
        label: `Unit ${name}`,
        from: textOf(from),
        to: textOf(to),
      }));
    const all = after.parts.map((part) => `${part.name} ${factorText(factorOfPart(part))}`);
    return [{ field: 'unit', label: 'Units', from: null, to: all.join(', ') }];
  },
  history: (before, after) =>
    differences(before, after).map(({ name, from, to }) => ({
      action: from && to ? 'factor_changed' : to ? 'unit_added' : 'unit_removed',
      changes: [{ field: name, from: textOf(from), to: textOf(to) }],
    })),
  async uses(ctx, ids) {
    const uses = await usesOfConversions(ctx, ids);
    return new Map([...uses].map(([id, own]) => [id, `a unit that was added is ${reasonOfUses(own)}`]));
  },
};

/**
 * Whether quantities that are stored would mean something else: another base unit, or another factor of a unit there
 * is.
 */
const isRefactored = (before: PlainState, after: PlainState): boolean =>
  baseOf(before) !== baseOf(after) || differences(before, after).some(({ from, to }) => from && to);

/** Unit groups with their units from files: a row for each unit, or one with all of them. */
export const unitGroupImport: PlainImport<KnownUnits> = {
  name: 'unit-groups',
  title: 'Unit groups',
  description:
    'Creates unit groups with exact factors, or adds to those whose name exists: a row for each unit, ' +
    'or one for each group with its units apart by semicolons. Units that the file does not name stay.',
  recordType: 'unit_group',
  prefix: 'ugr',
  table: 'inventory.unit_group',
  domain: 'unit_groups',
  words: ['unit group', 'unit groups'],
  keys: ['name'],
  isGrouped: true,
  fields: [
    {
      name: 'name',
      label: 'Unit group',
      column: 'name',
      isNeeded: true,
      schema: createUnitGroupBody.shape.name,
      synonyms: ['name', 'group', 'group name', 'unit group name', 'uom group'],
      description: 'Unique; rows of one group belong together.',
      example: 'Count',
    },
    {
      name: 'unit',
      label: 'Unit',
      longest: 10_000,
      synonyms: ['units', 'unit name', 'conversions unit name', 'unit of measure'],
      description: 'A unit there is, or several apart by semicolons.',
      example: 'dozen',
    },
    {
      name: 'factor',
      label: 'Factor',
      longest: 10_000,
      synonyms: ['factors', 'conversion factor', 'conversions factor text', 'conversion', 'ratio', 'multiplier'],
      description: 'What one of the unit is in the base unit: a whole number, a fraction such as 5/2 or a decimal.',
      example: '12',
    },
    {
      name: 'baseUnit',
      label: 'Base unit',
      kind: 'reference',
      longest: 40,
      column: 'base_unit_id',
      isCompleted: true,
      history: null,
      reference: { recordType: 'unit', by: ['name'], canCreate: false },
      refersTo: { table: 'inventory.unit', what: 'unit' },
      synonyms: ['base unit name', 'of unit', 'per unit', 'to unit', 'reference unit'],
      description: 'The unit that the factor counts in; that of the group where the row does not say.',
      example: 'each',
    },
    {
      name: 'notes',
      label: 'Notes',
      kind: 'note',
      column: 'notes',
      synonyms: ['note', 'comment', 'comments', 'remarks', 'description'],
      example: '',
    },
  ],
  parts: conversions,
  exported: ({ values, parts }) => {
    const { name, baseUnit, notes } = values;
    const groupFields = {
      name: plainTextField(name),
      baseUnit: plainTextField(baseUnit),
      notes: plainTextField(notes),
    };
    return parts.map((part) => {
      const { numerator, denominator } = part.columns;
      const factor = Number(denominator) === 1 ? numerator : `${numerator}/${denominator}`;
      return { fields: { ...groupFields, unit: part.name, factor: factor ?? null } };
    });
  },
  lists: [listUnitGroups, listUnits, listProductLines, listProducts],
  known: (ctx) => knownUnits(ctx),
  complete: (_ctx, draft, units) => conversionsOfRows(draft, units),
  async refuse(ctx, judged) {
    const refactored = judged.filter(({ draft }) => draft.before && isRefactored(draft.before, draft));
    if (!refactored.length) return;
    const uses = await measuredIn(
      ctx,
      refactored.flatMap(({ draft }) => draft.before?.id ?? []),
    );
    for (const { draft } of refactored)
      if (uses.has(draft.before?.id ?? '')) draft.fault('factor', catalogueProblems.unit_group_fixed().message);
  },
  async refusals(ctx, taken) {
    const changed = taken.filter(({ undo }) => {
      const known = new Set(undo.before?.parts.map(({ id }) => id));
      return undo.partIDs?.some((id) => known.has(id));
    });
    const uses = changed.length
      ? await measuredIn(
          ctx,
          changed.map(({ id }) => id),
        )
      : new Map<string, RecordUse[]>();
    return new Map([...uses].map(([id, own]) => [id, `its factors are fixed: it is ${reasonOfUses(own)}`]));
  },
  uses: async (ctx, ids) => reasonsOf(await usesOfGroups(ctx, ids)),
};
