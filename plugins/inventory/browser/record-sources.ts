import { recordSource } from '@millwright/core/browser';
import {
  getProductLine,
  getUnit,
  getUnitGroup,
  listProductLines,
  listUnitGroups,
  listUnits,
} from '../contracts/index.ts';

/** Product lines by name. */
export const productLineSource = recordSource(listProductLines, {
  option: (line) => ({ value: line.id, label: line.name }),
  one: getProductLine,
});

/** Unit groups by name, with their base unit. */
export const unitGroupSource = recordSource(listUnitGroups, {
  option: (group) => ({ value: group.id, label: group.name, hint: group.baseUnit.name }),
  one: getUnitGroup,
});

/** Units by name, with their description. */
export const unitSource = recordSource(listUnits, {
  option: (unit) => ({ value: unit.id, label: unit.name, hint: unit.description }),
  one: getUnit,
});
