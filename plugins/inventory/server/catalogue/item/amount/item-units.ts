import { problems, ratio } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import { catalogueProblems } from '../../../../contracts/index.ts';
import { defaultUnitGroup } from '../../../units/unit/built-in-units.ts';
import { currencyUnitID } from '../../../units/unit/unit.queries.ts';
import type { Tables } from '../../shared/tables.ts';
import type { PricedUnits } from './item-rate.ts';

/** The units of a group, and the item's default unit among them. */
export interface ChosenUnits extends PricedUnits {
  unitGroupID: string;
  /** The conversion that the item refers to; it determines both group and default unit. */
  defaultConversionID: string;
}

/**
 * The units of an item: of the requested group, else of its product line's, else of its category's, else of `Count`.
 * The default unit is the requested one, else the base unit.
 */
export async function chooseUnits(
  ctx: AccountContext,
  wanted: {
    unitGroupID?: string | undefined;
    defaultUnitID?: string | undefined;
    lineUnitGroupID?: string | null | undefined;
    categoryUnitGroupID?: string | null | undefined;
  },
): Promise<ChosenUnits> {
  const wantedGroupID = wanted.unitGroupID ?? wanted.lineUnitGroupID ?? wanted.categoryUnitGroupID ?? undefined;
  let query = ctx.em
    .query<Tables>()
    .selectFrom('inventory.unit_group as unit_group')
    .innerJoin('inventory.unit_conversion as conversion', (join) =>
      join
        .onRef('conversion.account_id', '=', 'unit_group.account_id')
        .onRef('conversion.unit_group_id', '=', 'unit_group.id'),
    )
    .innerJoin('inventory.unit as unit', (join) =>
      join.onRef('unit.account_id', '=', 'conversion.account_id').onRef('unit.id', '=', 'conversion.unit_id'),
    )
    .select([
      'unit_group.id as unitGroupID',
      'unit_group.base_unit_id as baseUnitID',
      'conversion.id as conversionID',
      'conversion.numerator',
      'conversion.denominator',
      'unit.id as unitID',
      'unit.name as unit',
    ])
    .where('unit_group.account_id', '=', ctx.account.id);
  query =
    wantedGroupID === undefined
      ? query.where('unit_group.name', '=', defaultUnitGroup)
      : query.where('unit_group.id', '=', wantedGroupID);
  const rows = await query.execute();
  const first = rows[0];
  if (!first)
    throw problems.invalid_input({
      errors: [
        { path: 'unitGroupID', message: wantedGroupID ? 'There is no such unit group' : 'Unit group is required' },
      ],
    });
  const chosen = rows.find(({ unitID }) => unitID === (wanted.defaultUnitID ?? first.baseUnitID));
  if (!chosen)
    throw catalogueProblems.unit_not_convertible({
      errors: [{ path: 'defaultUnitID', message: 'The unit is not in the unit group' }],
    });
  return {
    unitGroupID: first.unitGroupID,
    defaultConversionID: chosen.conversionID,
    defaultUnitID: chosen.unitID,
    currencyUnitID: await currencyUnitID(ctx),
    units: rows.map(({ unitID, unit, numerator, denominator }) => ({
      unitID,
      unit,
      factor: ratio(BigInt(numerator), BigInt(denominator)),
    })),
  };
}
