import type { EndpointRequest } from '@millwright/core/contracts';
import type { AccountContext } from '@millwright/core/server';
import type { validateUnits } from '../../../contracts/index.ts';
import type { Tables } from '../../catalogue/shared/tables.ts';

type CheckedRow = EndpointRequest<typeof validateUnits>['body']['data'][number];

/** Checks the units of import rows; two statements for any number of rows. */
export async function checkUnits(ctx: AccountContext, rows: readonly CheckedRow[]) {
  const units = await ctx.em
    .query<Tables>()
    .selectFrom('inventory.unit')
    .select(['id', 'name'])
    .where('account_id', '=', ctx.account.id)
    .execute();
  const unitIDs = new Map(units.map(({ id, name }) => [name, id]));
  const skus = [...new Set(rows.flatMap(({ sku }) => (sku ? [sku] : [])))];
  const items = skus.length
    ? await ctx.em
        .query<Tables>()
        .selectFrom('inventory.item as item')
        .innerJoin('inventory.unit_conversion as own', (join) =>
          join.onRef('own.account_id', '=', 'item.account_id').onRef('own.id', '=', 'item.default_conversion_id'),
        )
        .innerJoin('inventory.unit_conversion as conversion', (join) =>
          join
            .onRef('conversion.account_id', '=', 'own.account_id')
            .onRef('conversion.unit_group_id', '=', 'own.unit_group_id'),
        )
        .select(['item.sku', 'item.id', 'conversion.unit_id as unitID'])
        .where('item.account_id', '=', ctx.account.id)
        .where('item.sku', 'in', skus)
        .execute()
    : [];
  const itemIDs = new Map(items.map(({ sku, id }) => [sku, id]));
  const measurable = new Set(items.map(({ sku, unitID }) => `${sku}\n${unitID}`));
  const checked = rows.map(({ unit, sku }) => {
    const unitID = unitIDs.get(unit.toLowerCase()) ?? null;
    const itemID = (sku && itemIDs.get(sku)) || null;
    const message = messageOf(unit, sku, unitID, itemID, measurable);
    return { unit, sku: sku || null, unitID, itemID, isValid: message === null, message };
  });
  return { isValid: checked.every(({ isValid }) => isValid), items: checked };
}

function messageOf(
  unit: string,
  sku: string | undefined,
  unitID: string | null,
  itemID: string | null,
  measurable: ReadonlySet<string>,
): string | null {
  if (unit === '') return 'Unit is required';
  if (unitID === null) return `There is no unit ${unit}`;
  if (!sku) return null;
  if (itemID === null) return `There is no item with the SKU ${sku}`;
  return measurable.has(`${sku}\n${unitID}`) ? null : `${sku} cannot be measured in ${unit}`;
}
