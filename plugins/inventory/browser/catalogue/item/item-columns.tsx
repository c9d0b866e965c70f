import { hidden, type ListedColumn, Quantity } from '@millwright/core/browser';
import type { ItemRow } from '../../../contracts/index.ts';
import { ProductState, productTypeName } from '../product/product-text.tsx';
import { AttributeBadge } from './form/attribute-badge.tsx';
import classes from './item.module.css';
import type { ItemKind } from './item-kinds.ts';

type Column = ListedColumn<ItemRow>;

const first: readonly Column[] = [{ id: 'sku', width: 150 }, 'description'];

const stock: readonly Column[] = [
  { id: 'onHand', csv: 'onHand.measure' },
  { id: 'reserved', csv: 'reserved.measure' },
  { id: 'availableToPromise', header: 'Available', csv: 'availableToPromise.measure' },
  {
    id: 'short',
    cell: (item) =>
      item.short && (
        <span className={item.short.measure > 0 ? classes['bad'] : undefined}>
          <Quantity value={item.short.measure} />
        </span>
      ),
    align: 'end',
    width: 90,
  },
];

const unit = { id: 'defaultUnit', header: 'Unit', width: 90 } as const;
const price = { id: 'unitValue', csv: 'unitValue.value', header: 'Price' } as const;
const cost = { id: 'unitCost', csv: 'unitCost.value', header: 'Cost' } as const;
const category = { id: 'category', width: 140 } as const;

const state: Column = { id: 'isActive', header: 'State', cell: (item) => <ProductState product={item} />, width: 120 };

const productType: Column = {
  id: 'productType',
  header: 'Type',
  cell: (item) => item.productType && productTypeName(item.productType),
  width: 90,
  defaultHidden: true,
};

const productLine = { id: 'productLine', width: 140 } as const;

const staffDetails: readonly Column[] = [
  {
    id: 'burnRate',
    csv: 'burnRate.value',
    cell: (item) => item.burnRate && <Quantity value={item.burnRate.value} unit={`${item.burnRate.unit}/day`} />,
    align: 'end',
    width: 120,
    defaultHidden: true,
  },
  ...hidden('leadTime', 'startDate', 'endDate'),
];

const details: readonly Column[] = [
  {
    id: 'attributes',
    csv: false,
    cell: (item) => (
      <span className={classes['attributes']}>
        {item.attributes.map((attribute) => (
          <AttributeBadge key={attribute.id} attribute={attribute} />
        ))}
      </span>
    ),
    width: 220,
    defaultHidden: true,
  },
  ...hidden(
    { id: 'manufacturer', width: 160 },
    { id: 'manufacturerPartNumber', width: 140 },
    { id: 'unitGroup', width: 120 },
    'createdAt',
    'updatedAt',
  ),
];

/** All columns of an item list. Portal customers see neither costs nor stock. */
export function itemColumns(kind: ItemKind, isPortal: boolean): readonly Column[] {
  if (isPortal) return [...first, productLine, productType, price, unit, state, ...details];
  return kind.type === 'product'
    ? [
        ...first,
        productLine,
        price,
        ...hidden(cost),
        ...stock,
        unit,
        state,
        ...hidden(category, 'orderPoint'),
        productType,
        ...hidden('margin', { id: 'productGroup', width: 140 }),
        ...staffDetails,
        ...details,
      ]
    : [...first, category, cost, ...hidden(price), ...stock, unit, 'orderPoint', state, ...staffDetails, ...details];
}
