import { type AccountContext, type PlainImport, sql } from '@millwright/core/server';
import { type CatalogueUse, createDepartmentBody } from '../../../contracts/index.ts';
import { reasonsOf } from '../../catalogue/shared/in-use.ts';
import { nameOf, notesField } from '../../catalogue/shared/plain-fields.ts';

async function machinesOf(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, CatalogueUse[]>> {
  const { rows } = await sql<{ id: string; names: string[]; count: number }>`select department_id as id,
      (array_agg(name order by name))[1:5] as names, count(*)::int as count
    from inventory.machine where account_id = ${ctx.account.id} and department_id = any(${[...ids]}::text[])
    group by department_id`.execute(ctx.em.query());
  return new Map(
    rows.map(({ id, names, count }) => [id, [{ what: count === 1 ? 'machine' : 'machines', count, examples: names }]]),
  );
}

/** Departments from files: created, or changed where the name exists. */
export const departmentImport: PlainImport = {
  name: 'departments',
  title: 'Departments',
  description: 'Creates departments, or changes those whose name exists. Empty cells leave what is there.',
  recordType: 'department',
  prefix: 'dpt',
  table: 'inventory.department',
  domain: 'departments',
  words: ['department', 'departments'],
  keys: ['name'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: createDepartmentBody.shape.name,
      synonyms: ['department', 'department name', 'dept', 'dept name'],
      description: 'Unique; says whether the row is a new department.',
      example: 'Knitting',
    },
    notesField,
  ],
  lists: ['departments', 'machines'],
  document: (values) => ({ title: nameOf(values), text: '' }),
  uses: async (ctx, ids) => reasonsOf(await machinesOf(ctx, ids)),
};
