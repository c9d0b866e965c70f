import {
  type AccountContext,
  definePart,
  inUse,
  type RecordUse,
  reasonsOf,
  referenceAggregate,
  route,
  sql,
} from '@millwright/core/server';
import {
  catalogueProblems,
  groupUnitsView,
  listProducts,
  listUnitGroups,
  listUnits,
  unitDeclarations,
  units,
  unitsView,
  validateUnits,
} from '../../../contracts/index.ts';
import { checkUnits } from './check-units.ts';
import { seedUnits } from './seed-units.ts';
import { Unit } from './unit.entity.ts';
import { unitView } from './unit.queries.ts';

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

/** Units, with their commands for imports of items. */
export const unitRecord = referenceAggregate({
  entity: Unit,
  table: 'inventory.unit',
  endpoints: units,
  view: unitView,
  lists: [listUnits, listUnitGroups, listProducts],
  isSearched: false,
  checkUpdate(stored, { name = stored.name }) {
    if (stored.isBuiltIn && name !== stored.name) throw catalogueProblems.unit_built_in();
  },
  async beforeRemove(ctx, { id, name, isBuiltIn }) {
    if (isBuiltIn) throw catalogueProblems.unit_built_in();
    const uses = (await groupsOf(ctx, [id])).get(id);
    if (uses) throw inUse(name, uses);
  },
  import: {
    description:
      'Creates units of measure, or changes the description of those whose name exists. ' +
      'Empty cells leave what is there.',
    named: {
      label: 'Unit',
      synonyms: ['name', 'unit name', 'unit of measure', 'code', 'unit code', 'abbreviation', 'symbol'],
      description: 'Lower-case letters, digits, spaces and _ . - / only; says whether the row is a new unit.',
      example: 'ct10ea',
    },
    more: [
      {
        name: 'description',
        label: 'Description',
        column: 'description',
        blank: '',
        schema: units.createBody.shape.description,
        synonyms: ['unit description', 'in words', 'long name', 'full name'],
        example: 'Carton of 10 each',
      },
    ],
    uses: async (ctx, ids) => reasonsOf(await groupsOf(ctx, ids)),
  },
});

export const unitPart = definePart({
  ...unitRecord,
  ...unitDeclarations,
  views: [unitsView, groupUnitsView],
  onEnable: seedUnits,
  routes: () => [...unitRecord.routes(), route(validateUnits, (ctx, { body }) => checkUnits(ctx, body.data))],
  recordSources: () => [
    {
      type: 'unit',
      findByNumber: async (ctx, name) =>
        (await ctx.em.find(Unit, { accountID: ctx.account.id, name })).map(({ id }) => ({ id, label: name })),
      label: async (ctx, id) => (await ctx.em.get(Unit, id)).name,
    },
  ],
  samples: [
    { table: 'inventory.unit', row: { name: 'unit {label}', description: 'Canary {label}', is_built_in: false } },
  ],
});
