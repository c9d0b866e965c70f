import type { Services } from '@millwright/core/server';
import { UnitService } from '../../../units/unit/unit.service.ts';
import { UnitGroupService } from '../../../units/unit-group/unit-group.service.ts';
import { CategoryService } from '../../category/category.service.ts';
import { ProductLineService } from '../../product-line/product-line.service.ts';

/** What items are imported with, by people and by the demo. */
export const itemImportParts = (services: Services) => ({
  lines: services.get(ProductLineService),
  categories: services.get(CategoryService),
  groups: services.get(UnitGroupService),
  units: services.get(UnitService),
});
