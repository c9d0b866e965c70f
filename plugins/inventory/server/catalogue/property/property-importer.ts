import {
  type PlainEntry,
  type PlainImport,
  type PlainParts,
  type PlainState,
  plainTextField,
  reasonOfUses,
  reasonsOf,
  sql,
  usesOf,
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
    const uses = await usesOf(ctx, 'attribute', ids);
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
  uses: async (ctx, ids) => reasonsOf(await usesOf(ctx, 'property', ids)),
};
