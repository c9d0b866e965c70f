import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, listPage, sql } from '@millwright/core/server';
import type { listMachines, Machine } from '../../../contracts/index.ts';
import { patternOf } from '../../catalogue/shared/name-pattern.ts';
import { isoText, type Tables } from '../../catalogue/shared/tables.ts';

const departmentName = sql<string | null>`(select department.name from inventory.department department
  where department.account_id = machine.account_id and department.id = machine.department_id)`;

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('inventory.machine as machine').where('machine.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query
    .leftJoin('inventory.department as department', (join) =>
      join
        .onRef('department.account_id', '=', 'machine.account_id')
        .onRef('department.id', '=', 'machine.department_id'),
    )
    .select([
      'machine.id',
      'machine.name',
      'machine.serial_number as serialNumber',
      'machine.notes',
      'machine.version',
      'machine.created_at as createdAt',
      'machine.updated_at as updatedAt',
      'department.id as departmentID',
      'department.name as departmentName',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const machineOf = ({ departmentID, departmentName: name, ...row }: Row): Machine => ({
  ...row,
  department: departmentID === null ? null : { id: departmentID, name: name ?? '' },
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of machines by name. */
export async function findMachines(ctx: AccountContext, page: EndpointRequest<typeof listMachines>['query']) {
  let matching = from(ctx);
  if (page.query) {
    const pattern = patternOf(page.query);
    matching = matching.where((where) =>
      where.or([where('machine.name', 'ilike', pattern), where('machine.serial_number', 'ilike', pattern)]),
    );
  }
  if (page.departmentIDs) matching = matching.where('machine.department_id', 'in', page.departmentIDs);
  const { items, count } = await listPage(ctx, {
    list: 'machines',
    id: 'machine.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: {
      name: 'machine.name',
      serialNumber: 'machine.serial_number',
      department: departmentName,
      createdAt: 'machine.created_at',
    },
    order: [['machine.name', 'asc']],
  });
  return { items: items.map(machineOf), count };
}

/** One machine; 404 for what is not there. */
export async function machineByID(ctx: AccountContext, id: string): Promise<Machine> {
  const row = await withColumns(from(ctx)).where('machine.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return machineOf(row);
}
