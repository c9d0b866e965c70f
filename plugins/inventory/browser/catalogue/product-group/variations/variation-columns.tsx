import { hidden, type ListedColumn } from '@millwright/core/browser';
import type { ProductVariation } from '../../../../contracts/index.ts';
import { AttributeBadge } from '../../item/form/attribute-badge.tsx';
import classes from '../../item/item.module.css';
import { RecordLink } from '../../item/record-link.tsx';

type Column = ListedColumn<ProductVariation>;

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

const group: Column = { id: 'productGroup', width: 180 };

const products: Column = {
  id: 'products',
  csv: false,
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
  'onHand',
  { id: 'availableToPromise', header: 'Available' },
  'short',
  ...hidden('reserved'),
];

/** Variations of all groups. */
export const variationColumns: readonly Column[] = [group, attributes, products, ...figures];

/** Variations of one group. */
export const groupVariationColumns: readonly Column[] = [attributes, products, ...figures];
