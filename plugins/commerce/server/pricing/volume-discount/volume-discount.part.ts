import type { EndpointRequest } from '@millwright/core/contracts';
import { definePart, projection, type Reference, referenceAggregate, sql } from '@millwright/core/server';
import { listVolumeDiscounts, volumeDiscountDeclarations, volumeDiscounts } from '../../../contracts/index.ts';
import { linkedRecords } from '../linked-records.ts';
import { createDemoVolumeDiscount } from '../pricing-demo.ts';
import {
  VolumeDiscount,
  VolumeDiscountAttribute,
  VolumeDiscountCategory,
  VolumeDiscountGroup,
  VolumeDiscountProductLine,
  VolumeDiscountTier,
  VolumeDiscountUnit,
} from './volume-discount.entity.ts';
import { tierText, volumeDiscountImport, volumeDiscountLinks } from './volume-discount-import.ts';
import { removeTiers, writeTiers } from './volume-discount-tiers.ts';

const { customerGroups, productLines, categories, attributes, acceptableUnits } = volumeDiscountLinks;
const linked = (link: Parameters<typeof linkedRecords>[1]) => linkedRecords('volume_discount', link);

const view = projection<typeof volumeDiscounts.row, EndpointRequest<typeof listVolumeDiscounts>['query']>(
  volumeDiscounts.row,
  {
    list: listVolumeDiscounts,
    table: 'commerce.volume_discount',
    computed: {
      tiers: sql`(select coalesce(json_agg(json_build_object('id', tier.id, 'name', tier.name,
          'discountPercentage', tier.discount_percentage, 'threshold', tier.threshold) order by tier.threshold), '[]')
        from commerce.volume_discount_tier tier
        where tier.account_id = volume_discount.account_id and tier.volume_discount_id = volume_discount.id)`,
      customerGroups: linked(customerGroups),
      productLines: linked(productLines),
      categories: linked(categories),
      attributes: linked(attributes),
      acceptableUnits: linked(acceptableUnits),
    },
    search: ['name'],
    order: ['name'],
  },
);

const namesOf = (others: readonly { name: string }[]) => others.map(({ name }) => name).join(', ') || null;

const crud = referenceAggregate({
  entity: VolumeDiscount,
  table: 'commerce.volume_discount',
  endpoints: volumeDiscounts,
  view,
  lists: [listVolumeDiscounts],
  fields: [
    'name',
    'tiers',
    'customerGroups',
    'productLines',
    'categories',
    'attributes',
    'acceptableUnits',
    'appliesToCustomerPrices',
  ],
  facts: (discount) => ({
    ...discount,
    tiers: discount.tiers.map(tierText).join('; ') || null,
    customerGroups: namesOf(discount.customerGroups),
    productLines: namesOf(discount.productLines),
    categories: namesOf(discount.categories),
    attributes: namesOf(discount.attributes),
    acceptableUnits: namesOf(discount.acceptableUnits),
  }),
  links: [
    { field: 'customerGroupIDs', ...customerGroups },
    { field: 'productLineIDs', ...productLines },
    { field: 'categoryIDs', ...categories },
    { field: 'attributeIDs', ...attributes },
    { field: 'acceptableUnitIDs', ...acceptableUnits },
  ],
  data: (_ctx, { name, appliesToCustomerPrices }) => ({
    ...(name === undefined ? {} : { name }),
    ...(appliesToCustomerPrices === undefined ? {} : { appliesToCustomerPrices }),
  }),
  writeParts: (ctx, { id }, { tiers }) => writeTiers(ctx, id, tiers),
  beforeRemove: (ctx, { id }) => removeTiers(ctx, id),
  import: volumeDiscountImport,
});

const what = ['volume discount', 'volume discounts'] as const;
const through = (to: string, { table, target }: { table: string; target: string }): Reference => ({
  to,
  what,
  table,
  column: target,
  label: `(select discount.name from commerce.volume_discount discount
    where discount.account_id = {account} and discount.id = referrer.volume_discount_id)`,
});
const sample = (link: { table: string; target: string }, id: string) => ({
  table: link.table,
  row: (ids: (table: string) => string) => ({
    volume_discount_id: ids('commerce.volume_discount'),
    [link.target]: id,
  }),
});

export const volumeDiscountPart = definePart({
  ...crud,
  entities: [
    ...(crud.entities ?? []),
    VolumeDiscountTier,
    VolumeDiscountGroup,
    VolumeDiscountProductLine,
    VolumeDiscountCategory,
    VolumeDiscountAttribute,
    VolumeDiscountUnit,
  ],
  ...volumeDiscountDeclarations,
  references: [
    through('account_group', customerGroups),
    through('product_line', productLines),
    through('category', categories),
    through('attribute', attributes),
    through('unit', acceptableUnits),
  ],
  demo: createDemoVolumeDiscount,
  samples: [
    { table: 'commerce.volume_discount', row: { name: 'Volume {label}', applies_to_customer_prices: true } },
    {
      table: 'commerce.volume_discount_tier',
      row: (ids) => ({
        volume_discount_id: ids('commerce.volume_discount'),
        name: 'Pallet {label}',
        discount_percentage: '0.1',
        threshold: '100',
      }),
    },
    {
      table: customerGroups.table,
      row: (ids) => ({
        volume_discount_id: ids('commerce.volume_discount'),
        account_group_id: ids('commerce.account_group'),
      }),
    },
    sample(productLines, 'pln_{label}'),
    sample(categories, 'cat_{label}'),
    sample(attributes, 'att_{label}'),
    sample(acceptableUnits, 'unit_{label}'),
  ],
});
