import { type EndpointRequest, newID } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  inUse,
  type SearchableRecord,
  snapshotOf,
  touched,
} from '@millwright/core/server';
import {
  catalogueProblems,
  type createUnit,
  listProducts,
  listUnitGroups,
  listUnits,
  type Unit as UnitReply,
  type updateUnit,
  type validateUnits,
} from '../../../contracts/index.ts';
import type { Tables } from '../../catalogue/shared/tables.ts';
import { Unit } from './unit.entity.ts';
import { unitByID } from './unit.queries.ts';

type CreateInput = EndpointRequest<typeof createUnit>['body'];
type UpdateInput = EndpointRequest<typeof updateUnit>['body'];
type CheckedRow = EndpointRequest<typeof validateUnits>['body']['data'][number];

/** Units of measure. */
export class UnitService {
  async create(ctx: AccountContext, input: CreateInput): Promise<UnitReply> {
    const unit = ctx.em.create(Unit, { id: newID('unit'), ...input, isBuiltIn: false });
    audit(ctx, { record: { type: 'unit', id: unit.id }, action: 'created' });
    await ctx.em.flush();
    touched(ctx, listUnits);
    return unitByID(ctx, unit.id);
  }

  async update(ctx: AccountContext, unitID: string, { version, ...input }: UpdateInput): Promise<UnitReply> {
    const unit = await ctx.em.get(Unit, unitID);
    ctx.em.expectVersion(unit, version);
    if (unit.isBuiltIn && input.name !== undefined && input.name !== unit.name) throw catalogueProblems.unit_built_in();
    const before = snapshotOf(unit, ['name', 'description']);
    ctx.em.assign(unit, input);
    const changes = changesOf(before, unit, ['name', 'description']);
    if (changes.length) audit(ctx, { record: { type: 'unit', id: unit.id }, action: 'updated', changes });
    await ctx.em.flush();
    touched(ctx, listUnits, listUnitGroups, listProducts);
    return unitByID(ctx, unit.id);
  }

  async remove(ctx: AccountContext, unitID: string): Promise<undefined> {
    const unit = await ctx.em.getForUpdate(Unit, unitID);
    if (unit.isBuiltIn) throw catalogueProblems.unit_built_in();
    const { unitGroups } = await unitByID(ctx, unitID);
    if (unitGroups.length)
      throw inUse(unit.name, [
        {
          what: unitGroups.length === 1 ? 'unit group' : 'unit groups',
          count: unitGroups.length,
          examples: unitGroups.slice(0, 5).map(({ name }) => name),
        },
      ]);
    ctx.em.remove(unit);
    audit(ctx, { record: { type: 'unit', id: unit.id }, action: 'deleted', note: unit.name });
    await ctx.em.flush();
    touched(ctx, listUnits);
  }

  /** Checks the units of import rows; two statements for any number of rows. */
  async validate(ctx: AccountContext, rows: readonly CheckedRow[]) {
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

/** What generic parts ask about units. */
export const unitRecords: SearchableRecord = {
  type: 'unit',
  findByNumber: async (ctx, name) =>
    (await ctx.em.find(Unit, { accountID: ctx.account.id, name })).map((unit) => ({ id: unit.id, label: unit.name })),
  label: async (ctx, id) => (await ctx.em.get(Unit, id)).name,
};
