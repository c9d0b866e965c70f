import { named, projection, sql } from '@millwright/core/server';
import { listUnitGroups, type UnitConversion, unitGroups } from '../../../contracts/index.ts';

/** The units of `unit_group` (an alias of the outer statement) for answers, the smallest first. */
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

/** Unit groups by name, each with all its units. */
export const unitGroupView = projection(unitGroups.row, {
  list: listUnitGroups,
  table: 'inventory.unit_group',
  computed: {
    baseUnit: named('inventory.unit', 'unit_group.base_unit_id'),
    conversions: conversionsOfGroup,
    itemCount: sql`(select count(*)::int from inventory.item item
      join inventory.unit_conversion own on own.account_id = item.account_id and own.id = item.default_conversion_id
      where own.account_id = unit_group.account_id and own.unit_group_id = unit_group.id)`,
  },
  search: ['name'],
  filters: {
    unitID: (id, ctx) => sql<boolean>`unit_group.id in (select unit_group_id from inventory.unit_conversion
      where account_id = ${ctx.account.id} and unit_id = ${id})`,
  },
  order: ['name'],
});
