import { DateText, fieldColumn, type ListColumn, Money, Quantity } from '@millwright/core/browser';
import { type ItemRow, listedItemFields } from '../../../contracts/index.ts';
import { ProductState, percentText, productTypeName } from '../product/product-text.tsx';
import { AttributeBadge } from './form/attribute-badge.tsx';
import classes from './item.module.css';
import type { ItemKind } from './item-kinds.ts';

type Column = ListColumn<ItemRow>;

const figure = (id: 'onHand' | 'reserved' | 'availableToPromise', header: string): Column => ({
  id,
  csv: `${id}.measure`,
  header,
  cell: (item) => item[id] && <Quantity value={item[id].measure} />,
  align: 'end',
  width: 100,
});

const first: readonly Column[] = [
  { id: 'sku', header: 'SKU', cell: (item) => item.sku, sortable: true, width: 150 },
  { id: 'description', header: 'Description', cell: (item) => item.description, sortable: true },
];

const stock: readonly Column[] = [
  figure('onHand', 'On hand'),
  figure('reserved', 'Reserved'),
  figure('availableToPromise', 'Available'),
  {
    id: 'short',
    csv: 'short.measure',
    header: 'Short',
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

const unit: Column = {
  id: 'defaultUnit',
  csv: 'defaultUnit.name',
  header: 'Unit',
  cell: (item) => item.defaultUnit.name,
  width: 90,
};

const category: Column = fieldColumn(listedItemFields, 'category', { sortable: true, width: 140 });

const price: Column = {
  id: 'unitValue',
  csv: 'unitValue.value',
  header: 'Price',
  cell: (item) => <Money value={item.unitValue.value} unitPrice />,
  sortable: true,
  align: 'end',
  width: 110,
};

const cost: Column = {
  id: 'unitCost',
  csv: 'unitCost.value',
  header: 'Cost',
  cell: (item) => item.unitCost && <Money value={item.unitCost.value} unitPrice />,
  sortable: true,
  align: 'end',
  width: 110,
};

const orderPoint: Column = {
  id: 'orderPoint',
  csv: 'orderPoint.measure',
  header: 'Order point',
  cell: (item) => item.orderPoint && <Quantity value={item.orderPoint} />,
  align: 'end',
  width: 110,
};

const state: Column = {
  id: 'isActive',
  header: 'State',
  cell: (item) => <ProductState product={item} />,
  width: 120,
};

const ofProducts: readonly Column[] = [
  {
    id: 'productType',
    header: 'Type',
    cell: (item) => item.productType && productTypeName(item.productType),
    sortable: true,
    width: 90,
    defaultHidden: true,
  },
  {
    id: 'margin',
    header: 'Margin',
    cell: (item) => percentText(item.margin),
    sortable: true,
    align: 'end',
    width: 90,
    defaultHidden: true,
  },
  fieldColumn(listedItemFields, 'productGroup', { sortable: true, width: 140, defaultHidden: true }),
];

const productLine: Column = fieldColumn(listedItemFields, 'productLine', { sortable: true, width: 140 });

const dates: readonly Column[] = [
  fieldColumn(listedItemFields, 'startDate', { sortable: true, width: 110, defaultHidden: true }),
  fieldColumn(listedItemFields, 'endDate', { sortable: true, width: 110, defaultHidden: true }),
];

const staffDetails: readonly Column[] = [
  {
    id: 'burnRate',
    csv: 'burnRate.value',
    header: 'Burn rate',
    cell: (item) => item.burnRate && <Quantity value={item.burnRate.value} unit={`${item.burnRate.unit}/day`} />,
    align: 'end',
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'leadTime',
    csv: 'leadTime.measure',
    header: 'Lead time',
    cell: (item) => item.leadTime && <Quantity value={item.leadTime} />,
    align: 'end',
    width: 110,
    defaultHidden: true,
  },
];

const details: readonly Column[] = [
  {
    id: 'attributes',
    csv: false,
    header: 'Attributes',
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
  fieldColumn(listedItemFields, 'manufacturer', { sortable: true, width: 160, defaultHidden: true }),
  fieldColumn(listedItemFields, 'manufacturerPartNumber', { width: 140, defaultHidden: true }),
  {
    id: 'unitGroup',
    csv: 'unitGroup.name',
    header: 'Unit group',
    cell: (item) => item.unitGroup.name,
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: (item) => <DateText value={item.createdAt} />,
    sortable: true,
    width: 110,
    defaultHidden: true,
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    cell: (item) => <DateText value={item.updatedAt} />,
    sortable: true,
    width: 110,
    defaultHidden: true,
  },
];

/** All columns of an item list. Portal customers see neither costs nor stock. */
export function itemColumns(kind: ItemKind, isPortal: boolean): readonly Column[] {
  if (isPortal)
    return [
      ...first,
      productLine,
      ...ofProducts.filter(({ id }) => id === 'productType'),
      price,
      unit,
      state,
      ...details,
    ];
  return kind.type === 'product'
    ? [
        ...first,
        productLine,
        price,
        { ...cost, defaultHidden: true },
        ...stock,
        unit,
        state,
        { ...category, defaultHidden: true },
        { ...orderPoint, defaultHidden: true },
        ...ofProducts,
        ...staffDetails,
        ...dates,
        ...details,
      ]
    : [
        ...first,
        category,
        cost,
        { ...price, defaultHidden: true },
        ...stock,
        unit,
        orderPoint,
        state,
        ...staffDetails,
        ...dates,
        ...details,
      ];
}
