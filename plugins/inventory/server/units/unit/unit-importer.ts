import { type AccountContext, type PlainImport, type RecordUse, reasonsOf, sql } from '@millwright/core/server';
import { createUnitBody, listProducts, listUnitGroups, listUnits } from '../../../contracts/index.ts';

async function groupsOf(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, RecordUse[]>> {
  const { rows } = await sql<{ id: string; names: string[]; count: number }>`select conversion.unit_id as id,
      (array_agg(unit_group.name order by unit_group.name))[1:5] as names, count(*)::int as count
    from inventory.unit_conversion conversion
    join inventory.unit_group unit_group on unit_group.account_id = conversion.account_id
      and unit_group.id = conversion.unit_group_id
    where conversion.account_id = ${ctx.account.id} and conversion.unit_id = any(${[...ids]}::text[])
    group by conversion.unit_id`.execute(ctx.em.query());
  return new Map(
    rows.map(({ id, names, count }) => [
      id,
      [{ what: count === 1 ? 'unit group' : 'unit groups', count, examples: names }],
    ]),
  );
}

/** Units from files: created, or changed where the name exists. */
export const unitImport: PlainImport = {
  name: 'units',
  title: 'Units',
  description:
    'Creates units of measure, or changes the description of those whose name exists. Empty cells leave what is there.',
  recordType: 'unit',
  prefix: 'unit',
  table: 'inventory.unit',
  domain: 'units',
  words: ['unit', 'units'],
  keys: ['name'],
  fields: [
    {
      name: 'name',
      label: 'Unit',
      column: 'name',
      isNeeded: true,
      schema: createUnitBody.shape.name,
      synonyms: ['name', 'unit name', 'unit of measure', 'code', 'unit code', 'abbreviation', 'symbol'],
      description: 'Lower-case letters, digits, spaces and _ . - / only; says whether the row is a new unit.',
      example: 'ct10ea',
    },
    {
      name: 'description',
      label: 'Description',
      column: 'description',
      blank: '',
      schema: createUnitBody.shape.description,
      synonyms: ['unit description', 'in words', 'long name', 'full name'],
      example: 'Carton of 10 each',
    },
  ],
  lists: [listUnits, listUnitGroups, listProducts],
  uses: async (ctx, ids) => reasonsOf(await groupsOf(ctx, ids)),
};
