import type { CatalogueUnit } from '@millwright/inventory/contracts';
import type { EdiPartner } from '../partner/partner.entity.ts';

/** What the codes of X12 that everybody uses are called here. */
const usual: Readonly<Record<string, readonly string[]>> = {
  EA: ['each', 'ea', 'piece', 'pc'],
  PC: ['piece', 'pc', 'each', 'ea'],
  UN: ['unit', 'each', 'ea'],
  PR: ['pair', 'pr', 'pairs'],
  DZ: ['dozen', 'dz', 'doz', 'ct12ea'],
  DP: ['dozen pair', 'ct12pr'],
  CA: ['case', 'cs', 'ca'],
  CS: ['case', 'cs', 'ca'],
  CT: ['carton', 'ct', 'case'],
  BX: ['box', 'bx'],
  PK: ['pack', 'pk'],
  BG: ['bag', 'bg'],
  RL: ['roll', 'rl'],
  ST: ['set', 'st'],
  LB: ['pound', 'lb'],
  KG: ['kilogram', 'kg'],
  FT: ['foot', 'ft'],
  YD: ['yard', 'yd'],
  MR: ['meter', 'm'],
};

/** The unit of an item that a partner's code means; undefined where none of the item's does. */
export function unitOfCode(
  { settings }: Pick<EdiPartner, 'settings'>,
  code: string,
  units: readonly CatalogueUnit[],
): CatalogueUnit | undefined {
  const mapped = settings.units.filter((unit) => unit.code.toUpperCase() === code.toUpperCase());
  if (mapped.length) return units.find(({ unitID }) => mapped.some((each) => each.unitID === unitID));
  const names = usual[code.toUpperCase()] ?? [code.toLowerCase()];
  return units.find(({ unit }) => names.includes(unit.toLowerCase()));
}

/** The code of a unit in what we send; EA where nothing says. */
export function codeOfUnit({ settings }: Pick<EdiPartner, 'settings'>, unitID: string, unit: string): string {
  const mapped = settings.units.find((each) => each.unitID === unitID);
  if (mapped) return mapped.code;
  const found = Object.entries(usual).find(([, names]) => names.includes(unit.toLowerCase()));
  return found?.[0] ?? 'EA';
}
