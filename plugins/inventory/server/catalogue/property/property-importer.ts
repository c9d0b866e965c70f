import {
  type AccountContext,
  type PlainEntry,
  type PlainImport,
  type PlainParts,
  type PlainState,
  plainTextField,
  type RecordUse,
  reasonOfUses,
  reasonsOf,
  sql,
} from '@millwright/core/server';
import {
  createPropertyBody,
  listCategories,
  listItems,
  listProductGroups,
  listProducts,
  listProperties,
  materialEndpoints,
  partEndpoints,
  supplyEndpoints,
} from '../../../contracts/index.ts';
import { nameOf } from '../shared/plain-fields.ts';
import { attributesOfRows } from './attribute-cells.ts';

type Part = PlainState['parts'][number];

/** Facts of an attribute by their names in the API. */
const attributeFacts = (part: Part | undefined) => ({
  name: part?.columns['name'] ?? null,
  code: part?.columns['code'] ?? null,
  color: part?.columns['color'] ?? null,
  order: part?.columns['position'] ?? null,
});

/** Attributes beside what they were; undefined where there was, or is, none. */
const pairsOf = (before: PlainState, after: PlainState) => [
  ...after.parts.map((now) => ({ now, old: before.parts.find(({ id }) => id !== '' && id === now.id) })),
  ...before.parts
    .filter(({ id }) => !after.parts.some((part) => part.id === id))
    .map((old) => ({ old, now: undefined })),
];

const differences = (old: Part | undefined, now: Part | undefined) => {
  const [from, to] = [attributeFacts(old), attributeFacts(now)];
  return (['name', 'code', 'color', 'order'] as const).flatMap((field) =>
    from[field] === to[field] ? [] : [{ field, from: from[field], to: to[field] }],
  );
};

/** Items that have one of these, by the column that says so. */
async function itemsWith(
  ctx: AccountContext,
  column: 'property_id' | 'attribute_id',
  ids: readonly string[],
): Promise<Map<string, RecordUse[]>> {
  const { rows } = await sql<{
    id: string;
    count: number;
    examples: string[];
  }>`select ${sql.ref(`own.${column}`)} as id,
      count(*)::int as count, (array_agg(item.sku order by item.sku))[1:5] as examples
    from inventory.item_attribute own
    join inventory.item item on item.account_id = own.account_id and item.id = own.item_id
    where own.account_id = ${ctx.account.id} and ${sql.ref(`own.${column}`)} = any(${[...ids]}::text[])
    group by 1`.execute(ctx.em.query());
  return new Map(
    rows.map(({ id, count, examples }) => [id, [{ what: count === 1 ? 'item' : 'items', count, examples }]]),
  );
}

/** Categories and product groups that refer to properties. */
async function linksOf(ctx: AccountContext, ids: readonly string[]): Promise<Map<string, RecordUse[]>> {
  const { rows } = await sql<{ id: string; kind: 'category' | 'group'; names: string[]; count: number }>`
    select own.property_id as id, 'category' as kind, (array_agg(category.name order by category.name))[1:5] as names,
        count(*)::int as count
      from inventory.category_property own
      join inventory.category category on category.account_id = own.account_id and category.id = own.category_id
      where own.account_id = ${ctx.account.id} and own.property_id = any(${[...ids]}::text[]) group by own.property_id
    union all select own.property_id, 'group',
      (array_agg(product_group.name order by product_group.name))[1:5], count(*)::int
      from inventory.product_group_property own
      join inventory.product_group product_group on product_group.account_id = own.account_id
        and product_group.id = own.product_group_id
      where own.account_id = ${ctx.account.id} and own.property_id = any(${[...ids]}::text[])
      group by own.property_id`.execute(ctx.em.query());
  const words = { category: ['category', 'categories'], group: ['product group', 'product groups'] } as const;
  const uses = new Map<string, RecordUse[]>();
  for (const { id, kind, names, count } of rows)
    uses.set(id, [...(uses.get(id) ?? []), { what: words[kind][count === 1 ? 0 : 1], count, examples: names }]);
  return uses;
}

const attributes: PlainParts = {
  table: 'inventory.attribute',
  owner: 'property_id',
  columns: ['name', 'code', 'color', 'position'],
  prefix: 'att',
  what: 'attributes',
  async stored(ctx, ids) {
    const { rows } = await sql<{
      id: string;
      version: number;
      ownerID: string;
      name: string;
      code: string | null;
      color: string | null;
      position: number;
    }>`select id, version, property_id as "ownerID", name, code, color, position from inventory.attribute
      where account_id = ${ctx.account.id} and property_id = any(${[...ids]}::text[])
      order by property_id, position, name`.execute(ctx.em.query());
    return rows.map(({ name, code, color, position, ...row }) => ({
      ...row,
      name,
      columns: { name, code, color, position },
    }));
  },
  changes(before, after) {
    if (!before)
      return after.parts.length
        ? [{ field: 'attribute', label: 'Attributes', from: null, to: after.parts.map(({ name }) => name).join(', ') }]
        : [];
    return pairsOf(before, after).flatMap(({ old, now }) =>
      old && now
        ? differences(old, now).map(({ field, from, to }) => ({
            field: field === 'name' ? 'attribute' : field,
            label: `Attribute ${old.name}: ${field}`,
            from,
            to,
          }))
        : [{ field: 'attribute', label: 'Attribute', from: old?.name ?? null, to: now?.name ?? null }],
    );
  },
  history: (before, after) =>
    pairsOf(before, after).flatMap(({ old, now }): PlainEntry[] => {
      if (old && now) {
        const changes = differences(old, now);
        return changes.length ? [{ action: 'attribute_changed', changes, note: now.name }] : [];
      }
      const change = { field: 'attribute', from: old?.name ?? null, to: now?.name ?? null };
      return [{ action: now ? 'attribute_added' : 'attribute_removed', changes: [change] }];
    }),
  async uses(ctx, ids) {
    const uses = await itemsWith(ctx, 'attribute_id', ids);
    return new Map([...uses].map(([id, own]) => [id, `an attribute that was added is ${reasonOfUses(own)}`]));
  },
};

/** Properties with their attributes from files: a row for each attribute, or one with all of them. */
export const propertyImport: PlainImport = {
  name: 'properties',
  title: 'Properties',
  description:
    'Creates properties with their attributes, or adds to those whose name exists: a row for each attribute, ' +
    'or one for each property with its attributes apart by semicolons. Attributes that the file does not name stay.',
  recordType: 'property',
  prefix: 'prp',
  table: 'inventory.property',
  domain: 'categories',
  words: ['property', 'properties'],
  keys: ['name'],
  isGrouped: true,
  fields: [
    {
      name: 'name',
      label: 'Property',
      column: 'name',
      isNeeded: true,
      schema: createPropertyBody.shape.name,
      synonyms: ['name', 'property name', 'option', 'characteristic'],
      description: 'Unique; rows of one property belong together.',
      example: 'Color',
    },
    {
      name: 'attribute',
      label: 'Attribute',
      longest: 10_000,
      synonyms: ['attributes', 'attribute name', 'attributes name', 'value', 'values', 'option value'],
      description: 'One, or several apart by semicolons.',
      example: 'Black',
    },
    {
      name: 'code',
      label: 'Code',
      longest: 3000,
      synonyms: ['codes', 'attribute code', 'attributes code', 'sku code', 'sku part', 'abbreviation'],
      description: 'What stands for the attribute in SKUs: letters A to Z, digits and dashes; one for each attribute.',
      example: 'BLK',
    },
    {
      name: 'color',
      label: 'Color',
      longest: 2000,
      synonyms: ['colors', 'colour', 'colours', 'attribute color', 'attributes color', 'hex', 'color code'],
      description: 'Of the attribute, written like #1a2b3c; as many as there are attributes.',
      example: '#1a1a1a',
    },
    {
      name: 'order',
      label: 'Order',
      longest: 2000,
      synonyms: ['orders', 'position', 'sort', 'sort order', 'attribute order', 'attributes order', 'sequence'],
      description: 'Where it stands among the attributes, from -1; smaller comes first.',
      example: '0',
    },
  ],
  exported: ({ values, parts }) => {
    const propertyFields = { name: plainTextField(values['name']) };
    if (!parts.length) return [{ fields: propertyFields }];
    return parts.map(({ name, columns: { code, color, position } }) => ({
      fields: { ...propertyFields, attribute: name, code: code ?? null, color: color ?? null, order: position ?? null },
    }));
  },
  parts: attributes,
  lists: [
    listProperties,
    listCategories,
    listProductGroups,
    listItems,
    listProducts,
    partEndpoints.list,
    materialEndpoints.list,
    supplyEndpoints.list,
  ],
  document: (values) => ({ title: nameOf(values), text: '' }),
  complete(_ctx, draft) {
    draft.parts = attributesOfRows(draft);
  },
  uses: async (ctx, ids) => reasonsOf(await itemsWith(ctx, 'property_id', ids), await linksOf(ctx, ids)),
};
