import { decimal, percentage, toWire } from '@millwright/core/contracts';
import {
  cellOf,
  listOfCell,
  type NamedRecord,
  type PlainDraft,
  type PlainField,
  type PlainPart,
  type PlainParts,
  type PlainRecord,
  sql,
} from '@millwright/core/server';
import { createVolumeDiscountBody, mostVolumeDiscountTiers } from '../../../contracts/index.ts';
import { ruleTargets } from '../linked-records.ts';
import { tierNameOf } from './volume-discount-tiers.ts';

const { shape } = createVolumeDiscountBody;
const owner = 'volume_discount_id';

/** Criteria of lines. */
export const volumeDiscountLinks = {
  customerGroups: {
    table: 'commerce.volume_discount_group',
    owner,
    to: 'commerce.account_group',
    what: 'customer group',
    target: 'account_group_id',
  },
  productLines: { table: 'commerce.volume_discount_product_line', owner, ...ruleTargets.productLines },
  categories: { table: 'commerce.volume_discount_category', owner, ...ruleTargets.categories },
  attributes: { table: 'commerce.volume_discount_attribute', owner, ...ruleTargets.attributes },
  acceptableUnits: { table: 'commerce.volume_discount_unit', owner, ...ruleTargets.units },
} as const;

/** A tier as a cell text: `Pallet = 500: 10%`; a default name is omitted. */
export function tierText({
  name,
  threshold,
  discountPercentage,
}: {
  name: string;
  threshold: number | string;
  discountPercentage: number | string;
}): string {
  const [from, share] = [decimal(threshold).toFixed(), decimal(discountPercentage).times('100').toFixed()];
  return `${name === tierNameOf(from) ? '' : `${name} = `}${from}: ${share}%`;
}

const most = 100;

/** Parses a tier: `Bulk = 100: 5%`, the name is optional; undefined for an invalid text. */
function tierOf(text: string): { called: string | undefined; threshold: string; percent: string } | undefined {
  const colon = text.lastIndexOf(':');
  const [head, share] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1).trim()];
  const equals = head.lastIndexOf('=');
  const called = head.slice(0, Math.max(equals, 0)).trim();
  const threshold = head.slice(equals + 1).trim();
  const percent = share.endsWith('%') ? share.slice(0, -1).trim() : '';
  const isTier = /^\d{1,12}(\.\d{1,6})?$/.test(threshold) && /^\d{1,3}(\.\d{1,4})?$/.test(percent);
  return isTier && called.length <= most ? { called: called || undefined, threshold, percent } : undefined;
}

/** The tiers in a cell; those with an existing threshold keep its id. */
function tiersOf({ record, before, fault }: PlainDraft): PlainPart[] {
  const cell = cellOf(record.rows, 'tiers');
  const texts = typeof cell === 'string' ? listOfCell(cell).filter(Boolean) : [];
  if (texts.length === 0) {
    if (!before?.parts.length) fault('tiers', 'A discount needs a tier, as in 100: 5%');
    return [...(before?.parts ?? [])];
  }
  const old = new Map((before?.parts ?? []).map((part) => [String(part.columns['threshold']), part]));
  const seen = new Set<string>();
  const parts = texts.flatMap((text): PlainPart[] => {
    const tier = tierOf(text);
    const share = tier && decimal(tier.percent).div('100');
    if (!share || !percentage.safeParse(toWire(share)).success) {
      fault('tiers', `${text} is no tier; write the quantity and the share, as in 100: 5%`);
      return [];
    }
    const { called, threshold } = tier;
    const from = decimal(threshold).toFixed(6);
    if (seen.has(from)) fault('tiers', `Two tiers begin at ${threshold}`);
    seen.add(from);
    const name = called ?? tierNameOf(threshold);
    const known = old.get(from);
    const columns = { name, discount_percentage: share.toFixed(6), threshold: from };
    return [{ id: known?.id ?? '', version: known?.version ?? 0, name, columns }];
  });
  if (parts.length > mostVolumeDiscountTiers) fault('tiers', `At most ${mostVolumeDiscountTiers} tiers`);
  return parts;
}

const textOfParts = (parts: readonly PlainPart[]): string | null =>
  [...parts]
    .sort((left, right) =>
      decimal(left.columns['threshold'] ?? 0).lt(decimal(right.columns['threshold'] ?? 0)) ? -1 : 1,
    )
    .map(({ name, columns }) =>
      tierText({ name, threshold: columns['threshold'] ?? 0, discountPercentage: columns['discount_percentage'] ?? 0 }),
    )
    .join('; ') || null;

const tiers: PlainParts = {
  table: 'commerce.volume_discount_tier',
  owner,
  columns: ['name', 'discount_percentage', 'threshold'],
  prefix: 'vdt',
  what: 'tiers',
  async stored(ctx, ids) {
    const { rows } = await sql<{
      id: string;
      version: number;
      ownerID: string;
      name: string;
      share: string;
      threshold: string;
    }>`select id, version, volume_discount_id as "ownerID", name, discount_percentage::text as share,
        threshold::text as threshold
      from commerce.volume_discount_tier
      where account_id = ${ctx.account.id} and volume_discount_id = any(${[...ids]}::text[])
      order by volume_discount_id, threshold`.execute(ctx.em.query());
    return rows.map(({ share, threshold, ...row }) => ({
      ...row,
      columns: { name: row.name, discount_percentage: share, threshold },
    }));
  },
  changes(before, after) {
    const [from, to] = [before ? textOfParts(before.parts) : null, textOfParts(after.parts)];
    return from === to ? [] : [{ field: 'tiers', label: 'Tiers', from, to }];
  },
  history(before, after) {
    const [from, to] = [textOfParts(before.parts), textOfParts(after.parts)];
    return from === to ? [] : [{ action: 'updated', changes: [{ field: 'tiers', from, to }] }];
  },
  uses: async () => new Map(),
};

const linkField = (
  name: keyof typeof volumeDiscountLinks,
  label: string,
  recordType: string,
  rest: Partial<PlainField>,
): PlainField => {
  const { table, to, what, target } = volumeDiscountLinks[name];
  return {
    name,
    label,
    kind: 'reference',
    longest: 10_000,
    reference: { recordType, by: ['name'], canCreate: false },
    refersTo: { table: to, what, ...(name === 'attributes' ? { called: 'title', by: ['name'] } : {}) },
    links: { table, owner, target },
    example: '',
    ...rest,
  };
};

/** Import of volume discounts: created, or changed if the name exists. */
export const volumeDiscountImport = {
  name: 'volume-discounts',
  title: 'Volume discounts',
  description: 'Creates volume discounts, or changes those whose name exists. Empty cells leave what is there.',
  domain: 'discounts',
  words: ['volume discount', 'volume discounts'] as const,
  keys: ['name'],
  fields: [
    {
      name: 'name',
      label: 'Name',
      column: 'name',
      isNeeded: true,
      schema: shape.name,
      synonyms: ['discount', 'discount name', 'volume discount'],
      example: 'Pallet prices',
    },
    {
      name: 'tiers',
      label: 'Tiers',
      longest: 10_000,
      synonyms: ['tier', 'steps', 'breaks', 'quantity breaks'],
      description:
        'Quantity in smallest units and share, as in 100: 5%, apart by semicolons; takes the place of those there are.',
      example: '100: 5%; 500: 10%',
    },
    linkField('customerGroups', 'Customer groups', 'account_group', {
      synonyms: ['customer group', 'groups', 'price groups'],
      description: 'Names, apart by semicolons; empty for all customers.',
    }),
    linkField('productLines', 'Product lines', 'product_line', { synonyms: ['product line', 'lines'] }),
    linkField('categories', 'Categories', 'category', { synonyms: ['category'] }),
    linkField('attributes', 'Attributes', 'attribute', { synonyms: ['attribute'] }),
    linkField('acceptableUnits', 'Units', 'unit', { synonyms: ['acceptable units', 'unit', 'units of measure'] }),
    {
      name: 'appliesToCustomerPrices',
      label: 'Off customer prices too',
      kind: 'boolean',
      column: 'applies_to_customer_prices',
      blank: true,
      schema: shape.appliesToCustomerPrices,
      synonyms: ['applies to customer prices', 'on customer prices'],
      example: 'yes',
    },
  ] as PlainField[],
  parts: tiers,
  exported: ({ values, parts }: PlainRecord) => [
    {
      fields: {
        ...Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            name,
            Array.isArray(value)
              ? value.map((each: NamedRecord) => each.name).join('; ') || null
              : (value as string | boolean | null),
          ]),
        ),
        tiers: textOfParts(parts),
      },
    },
  ],
  complete(_ctx: unknown, draft: PlainDraft) {
    draft.parts = tiersOf(draft);
  },
};
