import { newID } from '@millwright/core/contracts';
import { definePart, inUse, plainImporter, referenceAggregate, route, service } from '@millwright/core/server';
import type { z } from 'zod';
import {
  createUnitConversion,
  type createUnitGroupBody,
  deleteUnitConversion,
  listProductLines,
  listProducts,
  listUnitConversions,
  listUnitGroups,
  listUnits,
  putUnitConversion,
  unitGroupDeclarations,
  unitGroups,
} from '../../../contracts/index.ts';
import { Unit } from '../unit/unit.entity.ts';
import { enteredFactor, inBaseUnits } from './group-factors.ts';
import { usesOfGroups } from './group-uses.ts';
import { heldConversions, refuseUnknownUnits, UnitConversionService } from './unit-conversion.service.ts';
import { UnitConversion, UnitGroup } from './unit-group.entity.ts';
import { unitGroupView } from './unit-group.queries.ts';
import { unitGroupImport } from './unit-group-importer.ts';

const enteredUnits = (conversions: z.output<typeof createUnitGroupBody>['conversions']) =>
  inBaseUnits(conversions.map(({ unitID, factor }) => ({ unitID, factor: enteredFactor(factor) })));

/** Unit groups, with their commands for imports of items. */
export const unitGroupRecord = referenceAggregate({
  entity: UnitGroup,
  table: 'inventory.unit_group',
  endpoints: unitGroups,
  view: unitGroupView,
  lists: [listUnitGroups, listUnits],
  shownIn: [listProductLines, listProducts],
  isSearched: false,
  fields: ['name', 'notes'],
  async data(ctx, { conversions, ...fields }) {
    if (!conversions) return fields;
    await refuseUnknownUnits(ctx, conversions);
    return { ...fields, baseUnit: ctx.em.reference(Unit, enteredUnits(conversions).baseUnitID) };
  },
  async writeParts(ctx, unitGroup, { conversions }) {
    for (const { unitID, factor } of conversions ? enteredUnits(conversions).units : [])
      ctx.em.create(UnitConversion, { id: newID('ucv'), unitGroup, unit: ctx.em.reference(Unit, unitID), ...factor });
    return false;
  },
  async beforeRemove(ctx, { id, name }) {
    const conversions = await heldConversions(ctx, id);
    const uses = (await usesOfGroups(ctx, [id])).get(id);
    if (uses) throw inUse(name, uses);
    for (const conversion of conversions) ctx.em.remove(conversion);
  },
});

export const unitGroupPart = definePart({
  ...unitGroupRecord,
  ...unitGroupDeclarations,
  entities: [UnitConversion, UnitGroup],
  services: [service(UnitConversionService)],
  routes: (services) => {
    const units = services.get(UnitConversionService);
    return [
      ...unitGroupRecord.routes(),
      route(listUnitConversions, async (ctx, { params }) => {
        const { conversions } = await unitGroupView.byID(ctx, params.unitGroupID);
        return { items: conversions, count: conversions.length };
      }),
      route(createUnitConversion, (ctx, { params, body }) => units.add(ctx, params.unitGroupID, body)),
      route(putUnitConversion, (ctx, { params, body }) =>
        units.put(ctx, params.unitGroupID, params.unitConversionID, body),
      ),
      route(deleteUnitConversion, (ctx, { params }) => units.remove(ctx, params.unitGroupID, params.unitConversionID)),
    ];
  },
  imports: () => [plainImporter(unitGroupImport)],
  samples: [
    {
      table: 'inventory.unit_group',
      row: (ids) => ({ name: 'Group {label}', notes: 'Canary {label}', base_unit_id: ids('inventory.unit') }),
    },
    {
      table: 'inventory.unit_conversion',
      row: (ids) => ({
        unit_group_id: ids('inventory.unit_group'),
        unit_id: ids('inventory.unit'),
        numerator: 1,
        denominator: 1,
      }),
    },
  ],
});
