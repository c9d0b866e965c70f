import type { ProductGroup, ProductVariation, Property } from '../../../../contracts/index.ts';

/**
 * A row or column: an attribute, or the products without one of the property (`id` is then the dash of variation ids).
 */
export interface MatrixHeading {
  id: string;
  name: string;
  color: string | null;
}

/** The property of the rows, the property of the columns, and the shown attribute of each other property. */
export interface MatrixLayout {
  rowID: string;
  /** Null for groups with a single property. */
  columnID: string | null;
  slices: Readonly<Record<string, string>>;
}

export interface VariationMatrix {
  rows: readonly MatrixHeading[];
  /** A single heading without a name if there is no column property. */
  columns: readonly MatrixHeading[];
  /** The other properties, with their attributes and the shown one. */
  slices: readonly { property: { id: string; name: string }; options: readonly MatrixHeading[]; chosen: string }[];
  variationAt(row: MatrixHeading, column: MatrixHeading): ProductVariation | undefined;
  /**
   * The attributes of a cell by property; undefined if the cell lacks one, so that no product can be created for it.
   */
  attributesAt(row: MatrixHeading, column: MatrixHeading): Record<string, string> | undefined;
  /** Number of empty cells that could have a product. */
  gapCount: number;
}

const none = '-';
const only: MatrixHeading = { id: '', name: '', color: null };

type Groups = Pick<ProductGroup, 'id' | 'properties'>;

/** The requested layout, as far as the group has its properties; by default the first two properties. */
export function layoutOf(
  group: Groups,
  wanted: Partial<Omit<MatrixLayout, 'columnID'>> & { columnID?: string | null },
): MatrixLayout {
  const ids = group.properties.map(({ id }) => id);
  const has = (id: string | null | undefined): id is string => id !== null && id !== undefined && ids.includes(id);
  const rowID = has(wanted.rowID) ? wanted.rowID : (ids.find((id) => id !== wanted.columnID) ?? '');
  const others = ids.filter((id) => id !== rowID);
  const columnID = has(wanted.columnID) && wanted.columnID !== rowID ? wanted.columnID : (others[0] ?? null);
  return { rowID, columnID, slices: wanted.slices ?? {} };
}

/** The attributes of a property among the variations, in order; with `all` also unused ones. */
function headingsOf(
  propertyID: string,
  variations: readonly ProductVariation[],
  all: readonly Property[],
): MatrixHeading[] {
  const found = new Map<string, MatrixHeading & { order: number }>();
  let hasNone = false;
  for (const variation of variations) {
    const propertyAttribute = variation.attributes.find(({ property }) => property.id === propertyID)?.attribute;
    if (propertyAttribute) found.set(propertyAttribute.id, propertyAttribute);
    else hasNone = true;
  }
  for (const attribute of all.find(({ id }) => id === propertyID)?.attributes ?? []) found.set(attribute.id, attribute);
  const sorted = [...found.values()].sort(
    (a, b) => a.order - b.order || a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
  return [...sorted, ...(hasNone ? [{ id: none, name: 'None', color: null }] : [])];
}

/** Variations of one group as a grid. `all` are its properties with unused attributes that are to be shown. */
export function matrixOf(
  group: Groups,
  variations: readonly ProductVariation[],
  layout: MatrixLayout,
  all: readonly Property[],
): VariationMatrix {
  const { rowID, columnID } = layout;
  const byID = new Map(variations.map((variation) => [variation.id, variation]));
  const headings = new Map(group.properties.map(({ id }) => [id, headingsOf(id, variations, all)]));
  const slices = group.properties
    .filter(({ id }) => id !== rowID && id !== columnID)
    .map((property) => {
      const options = headings.get(property.id) ?? [];
      const wanted = layout.slices[property.id];
      const chosen = options.find(({ id }) => id === wanted) ?? options[0];
      return { property, options, chosen: chosen?.id ?? none };
    });
  const chosen = new Map(slices.map(({ property, chosen: id }) => [property.id, id]));
  const idsAt = (row: MatrixHeading, column: MatrixHeading): string[] =>
    group.properties.map(({ id }) => (id === rowID ? row.id : id === columnID ? column.id : (chosen.get(id) ?? none)));
  const rows = headings.get(rowID) ?? [];
  const columns = columnID === null ? [only] : (headings.get(columnID) ?? []);
  const variationAt: VariationMatrix['variationAt'] = (row, column) =>
    byID.get([group.id, ...idsAt(row, column)].join('.'));
  const attributesAt: VariationMatrix['attributesAt'] = (row, column) => {
    const ids = idsAt(row, column);
    return ids.includes(none)
      ? undefined
      : Object.fromEntries(group.properties.map(({ id }, at) => [id, ids[at] ?? none]));
  };
  const gapCount = rows.reduce(
    (count, row) => count + columns.filter((column) => attributesAt(row, column) && !variationAt(row, column)).length,
    0,
  );
  return { rows, columns, slices, variationAt, attributesAt, gapCount };
}

/** Attributes for the missing products of the grid: those of each property that have a gap. */
export function gapsOf(
  group: Groups,
  { rows, columns, variationAt, attributesAt }: VariationMatrix,
): Record<string, string[]> {
  const gaps = rows.flatMap((row) =>
    columns.flatMap((column) => {
      const attributes = attributesAt(row, column);
      return attributes && !variationAt(row, column) ? [attributes] : [];
    }),
  );
  return Object.fromEntries(group.properties.map(({ id }) => [id, [...new Set(gaps.flatMap((gap) => gap[id] ?? []))]]));
}
