import { type EndpointRequest, problems } from '@millwright/core/contracts';
import { type AccountContext, isoText, listPage, sql } from '@millwright/core/server';
import { listUnitGroups, type UnitConversion, type UnitGroup } from '../../../contracts/index.ts';
import type { Tables } from '../../catalogue/shared/tables.ts';

/** The units of the group `unit_group` (an alias of the outer statement) as answers carry them, smallest first. */
export const conversionsOfGroup = sql<UnitConversion[]>`(select jsonb_agg(jsonb_build_object(
    'id', conversion.id, 'unitGroupID', conversion.unit_group_id,
    'unit', jsonb_build_object('id', member.id, 'name', member.name),
    'factor', jsonb_build_object('numerator', conversion.numerator::text, 'denominator', conversion.denominator::text),
    'factorText', conversion.numerator::text
      || case when conversion.denominator > 1 then '/' || conversion.denominator else '' end,
    'isBase', conversion.unit_id = unit_group.base_unit_id
  ) order by conversion.numerator::numeric / conversion.denominator,
    conversion.unit_id <> unit_group.base_unit_id, member.name)
  from inventory.unit_conversion conversion
  join inventory.unit member on member.account_id = conversion.account_id and member.id = conversion.unit_id
  where conversion.account_id = unit_group.account_id and conversion.unit_group_id = unit_group.id)`;

const from = (ctx: AccountContext) =>
  ctx.em
    .query<Tables>()
    .selectFrom('inventory.unit_group as unit_group')
    .where('unit_group.account_id', '=', ctx.account.id);

const withColumns = (query: ReturnType<typeof from>) =>
  query
    .innerJoin('inventory.unit as base_unit', (join) =>
      join
        .onRef('base_unit.account_id', '=', 'unit_group.account_id')
        .onRef('base_unit.id', '=', 'unit_group.base_unit_id'),
    )
    .select([
      'unit_group.id',
      'unit_group.name',
      'unit_group.notes',
      'unit_group.version',
      'unit_group.created_at as createdAt',
      'unit_group.updated_at as updatedAt',
      'base_unit.id as baseUnitID',
      'base_unit.name as baseUnitName',
      conversionsOfGroup.as('conversions'),
      sql<number>`(select count(*)::int from inventory.item item
        join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
        where own.account_id = unit_group.account_id and own.unit_group_id = unit_group.id)`.as('itemCount'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['executeTakeFirstOrThrow']>>;
const unitGroupOf = ({ baseUnitID, baseUnitName, ...row }: Row): UnitGroup => ({
  ...row,
  baseUnit: { id: baseUnitID, name: baseUnitName },
  createdAt: isoText(row.createdAt),
  updatedAt: isoText(row.updatedAt),
});

/** A page of unit groups by name, each with all its units. */
export async function findUnitGroups(ctx: AccountContext, page: EndpointRequest<typeof listUnitGroups>['query']) {
  let matching = from(ctx);
  if (page.query)
    matching = matching.where('unit_group.name', 'ilike', `%${page.query.replaceAll(/[\\%_]/g, '\\$&')}%`);
  if (page.unitID !== undefined)
    matching = matching.where(
      'unit_group.id',
      'in',
      sql<string>`(select unit_group_id from inventory.unit_conversion
        where account_id = ${ctx.account.id} and unit_id = ${page.unitID})`,
    );
  const { items, count } = await listPage(ctx, {
    list: listUnitGroups,
    id: 'unit_group.id',
    matching,
    select: (query) => withColumns(query as ReturnType<typeof from>),
    page,
    sortable: { name: 'unit_group.name', createdAt: 'unit_group.created_at' },
    order: [['unit_group.name', 'asc']],
  });
  return { items: items.map(unitGroupOf), count };
}

/** One group with its units; 404 for what is not there. */
export async function unitGroupByID(ctx: AccountContext, id: string): Promise<UnitGroup> {
  const row = await withColumns(from(ctx)).where('unit_group.id', '=', id).executeTakeFirst();
  if (!row) throw problems.not_found();
  return unitGroupOf(row);
}
