import type { Services } from '@millwright/core/server';
import { unitRecord } from '../../../units/unit/unit.part.ts';
import { UnitGroupService } from '../../../units/unit-group/unit-group.service.ts';
import { categoryRecord } from '../../category/category.part.ts';
import { productLineRecord } from '../../product-line/product-line.part.ts';

/** What items are imported with, by people and by the demo. */
export const itemImportParts = (services: Services) => ({
  lines: productLineRecord,
  categories: categoryRecord,
  groups: services.get(UnitGroupService),
  units: unitRecord,
});
