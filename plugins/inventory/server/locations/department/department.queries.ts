import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, listPage, sql } from '@millwright/core/server';
import type { Department, listDepartments } from '../../../contracts/index.ts';
import { patternOf } from '../../catalogue/shared/name-pattern.ts';
import { isoText, type Tables } from '../../catalogue/shared/tables.ts';

const machineCount = sql<number>`(select count(*)::int from inventory.machine machine
  where machine.account_id = department.account_id and machine.department_id = department.id)`;

const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('inventory.department as department')
    .where('department.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'department.id',
    'department.name',
    'department.notes',
    'department.version',
    'department.created_at as createdAt',
    'department.updated_at as updatedAt',
    machineCount.as('machineCount'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const departmentOf = (row: Row): Department => ({
  ...row,
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of departments by name. */
export async function findDepartments(ctx: AccountContext, page: EndpointRequest<typeof listDepartments>['query']) {
  let matching = from(ctx);
  if (page.query) matching = matching.where('department.name', 'ilike', patternOf(page.query));
  const { items, count } = await listPage(ctx, {
    list: 'departments',
    id: 'department.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { name: 'department.name', machineCount, createdAt: 'department.created_at' },
    order: [['department.name', 'asc']],
  });
  return { items: items.map(departmentOf), count };
}

/** One department; 404 for what is not there. */
export async function departmentByID(ctx: AccountContext, id: string): Promise<Department> {
  const row = await withColumns(from(ctx)).where('department.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return departmentOf(row);
}
