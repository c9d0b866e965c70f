import { type ListColumn, Quantity } from '@millwright/core/browser';
import type { ProductVariation } from '../../../../contracts/index.ts';
import { AttributeBadge } from '../../item/form/attribute-badge.tsx';
import classes from '../../item/item.module.css';
import { RecordLink } from '../../item/record-link.tsx';

type Column = ListColumn<ProductVariation>;

const figure = (id: 'onHand' | 'reserved' | 'availableToPromise' | 'short', header: string): Column => ({
  id,
  csv: `${id}.measure`,
  header,
  cell: (variation) => variation[id] && <Quantity value={variation[id]} />,
  align: 'end',
  width: 120,
});

/** The attributes of a variation, in the order of the group's properties. */
export const variationName = (variation: ProductVariation): string =>
  variation.attributes.map(({ attribute }) => attribute?.name ?? '–').join(', ');

const attributes: Column = {
  id: 'attributes',
  csv: false,
  header: 'Variation',
  cell: (variation) => (
    <span className={classes['line']}>
      {variation.attributes.map(({ property, attribute }) => (
        <AttributeBadge
          key={property.id}
          attribute={attribute ?? { name: '–', color: null }}
          property={property.name}
        />
      ))}
    </span>
  ),
};

const group: Column = {
  id: 'productGroup',
  csv: 'productGroup.name',
  header: 'Product group',
  cell: (variation) => variation.productGroup.name,
  sortable: true,
  width: 180,
};

const products: Column = {
  id: 'products',
  csv: false,
  header: 'Products',
  cell: (variation) => (
    <span className={classes['line']}>
      {variation.products.map(({ id, sku }) => (
        <RecordLink key={id} to={`/dashboard/products/${id}`}>
          {sku}
        </RecordLink>
      ))}
      {variation.productCount > variation.products.length && (
        <span className={classes['soft']}>and {variation.productCount - variation.products.length} more</span>
      )}
    </span>
  ),
  width: 240,
};

const figures: readonly Column[] = [
  figure('onHand', 'On hand'),
  figure('availableToPromise', 'Available'),
  figure('short', 'Short'),
  { ...figure('reserved', 'Reserved'), defaultHidden: true },
];

/** Variations of all groups. */
export const variationColumns: readonly Column[] = [group, attributes, products, ...figures];

/** Variations of one group. */
export const groupVariationColumns: readonly Column[] = [attributes, products, ...figures];
