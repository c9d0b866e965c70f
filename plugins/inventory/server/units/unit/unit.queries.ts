import type { EndpointRequest } from '@millwright/core/contracts';
import { problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { listUnits, type Unit } from '../../../contracts/index.ts';
import type { Tables } from '../../catalogue/shared/tables.ts';

const from = (ctx: AccountContext) =>
  ctx.em.query<Tables>().selectFrom('inventory.unit as unit').where('unit.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query.select([
    'unit.id',
    'unit.name',
    'unit.description',
    'unit.is_built_in as isBuiltIn',
    'unit.version',
    'unit.created_at as createdAt',
    'unit.updated_at as updatedAt',
    sql<Unit['unitGroups']>`coalesce((select jsonb_agg(jsonb_build_object('id', unit_group.id, 'name', unit_group.name)
      order by unit_group.name)
      from inventory.unit_conversion conversion
      join inventory.unit_group unit_group
        on unit_group.account_id = conversion.account_id and unit_group.id = conversion.unit_group_id
      where conversion.account_id = unit.account_id and conversion.unit_id = unit.id), '[]')`.as('unitGroups'),
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const unitOf = (row: Row): Unit => ({ ...row, createdAt: isoText(row.createdAt), updatedAt: isoText(row.updatedAt) });

/** A page of units by name. */
export async function findUnits(ctx: AccountContext, page: EndpointRequest<typeof listUnits>['query']) {
  let matching = from(ctx);
  if (page.query) {
    const pattern = `%${page.query.replaceAll(/[\\%_]/g, '\\$&')}%`;
    matching = matching.where((where) =>
      where.or([where('unit.name', 'ilike', pattern), where('unit.description', 'ilike', pattern)]),
    );
  }
  if (page.isBuiltIn !== undefined) matching = matching.where('unit.is_built_in', '=', page.isBuiltIn);
  if (page.unitGroupID !== undefined)
    matching = matching.where(
      'unit.id',
      'in',
      sql<string>`(select unit_id from inventory.unit_conversion
        where account_id = ${ctx.account.id} and unit_group_id = ${page.unitGroupID})`,
    );
  const { items, count } = await listPage(ctx, {
    list: listUnits,
    id: 'unit.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { name: 'unit.name', description: 'unit.description', createdAt: 'unit.created_at' },
    order: [['unit.name', 'asc']],
  });
  return { items: items.map(unitOf), count };
}

/** One unit as answers carry it; 404 for what is not there. */
export async function unitByID(ctx: AccountContext, id: string): Promise<Unit> {
  const row = await withColumns(from(ctx)).where('unit.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return unitOf(row);
}

/** Id of the unit that prices are in: the account's currency. */
export async function currencyUnitID(ctx: AccountContext): Promise<string> {
  const row = await from(ctx).select('unit.id').where('unit.name', '=', 'dollar').executeTakeFirstOrThrow();
  return row.id;
}
