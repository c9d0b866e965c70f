import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

type Row = Record<string, string>;

/** Bills of materials of bicycles, as an import file, and as expected data of the test. */
export interface AdventureWorksBill {
  table: string[][];
  /** By assembly: components and quantities, valid on one day. */
  assemblies: ReadonlyMap<string, readonly { sku: string; quantity: number }[]>;
  /** Purchase cost per piece. */
  costs: ReadonlyMap<string, number>;
  withoutAssembly: number;
  ended: number;
}

const day = (text = ''): string => text.slice(0, 10);

export function adventureWorksBill(folder: string, on: string): AdventureWorksBill {
  const read = (name: string): Row[] =>
    parse(readFileSync(join(folder, `${name}.csv`)), { columns: true, skip_empty_lines: true, bom: true }) as Row[];
  const products = read('Product');
  const skuOf = new Map(products.map((row) => [row['ProductID'] ?? '', row['ProductNumber'] ?? '']));
  const rows = read('BillOfMaterials').map((row) => ({
    assembly: skuOf.get(row['ProductAssemblyID'] ?? '') ?? '',
    component: skuOf.get(row['ComponentID'] ?? '') ?? '',
    quantity: row['PerAssemblyQty'] ?? '',
    from: day(row['StartDate']),
    to: day(row['EndDate']),
  }));
  const valid = rows.filter(({ assembly, from, to }) => assembly && from <= on && (!to || to >= on));
  return {
    table: [
      ['Assembly', 'Component', 'Quantity', 'Start date', 'End date'],
      ...rows.map(({ assembly, component, quantity, from, to }) => [assembly, component, quantity, from, to]),
    ],
    assemblies: new Map(
      [...Map.groupBy(valid, ({ assembly }) => assembly)].map(([assembly, own]) => [
        assembly,
        own.map(({ component, quantity }) => ({ sku: component, quantity: Number(quantity) })),
      ]),
    ),
    costs: new Map(products.map((row) => [row['ProductNumber'] ?? '', Number(row['StandardCost'])])),
    withoutAssembly: rows.filter(({ assembly }) => !assembly).length,
    ended: rows.filter(({ to }) => to && to < on).length,
  };
}

/** Rolled-up cost per piece, calculated independently of the product: assemblies cost their components. */
export function rolledUp({ assemblies, costs }: AdventureWorksBill): (sku: string) => number {
  const known = new Map<string, number>();
  const costOf = (sku: string): number => {
    const done = known.get(sku);
    if (done !== undefined) return done;
    const parts = assemblies.get(sku);
    const cost = parts
      ? parts.reduce((sum, part) => sum + part.quantity * costOf(part.sku), 0)
      : (costs.get(sku) ?? Number.NaN);
    known.set(sku, cost);
    return cost;
  };
  return costOf;
}
