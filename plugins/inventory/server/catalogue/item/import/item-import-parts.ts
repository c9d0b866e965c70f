import { unitRecord } from '../../../units/unit/unit.part.ts';
import { unitGroupRecord } from '../../../units/unit-group/unit-group.part.ts';
import { categoryRecord } from '../../category/category.part.ts';
import { productLineRecord } from '../../product-line/product-line.part.ts';

/** What items are imported with, by people and by the demo. */
export const itemImportParts = {
  lines: productLineRecord,
  categories: categoryRecord,
  groups: unitGroupRecord,
  units: unitRecord,
};
