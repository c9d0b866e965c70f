import { DateText, type ListColumn, ListScreen, Money, useClient, useSession } from '@millwright/core/browser';
import { bulkDeleteProducts, listProducts, type ProductRow } from '../../contracts/index.ts';
import { productLineSource, unitGroupSource } from '../record-sources.ts';
import { ProductState, percentText, productTypeName, productTypeOptions } from './product-text.tsx';

const plural = (count: number): string => (count === 1 ? '1 product' : `${count} products`);

/** Every field of a product in lists. */
const columns: readonly ListColumn<ProductRow>[] = [
  { id: 'sku', header: 'SKU', cell: (product) => product.sku, sortable: true, width: 150 },
  { id: 'description', header: 'Description', cell: (product) => product.description, sortable: true },
  {
    id: 'productLine',
    csv: 'productLine.name',
    header: 'Product line',
    cell: (product) => product.productLine?.name,
    sortable: true,
    width: 140,
  },
  {
    id: 'productType',
    header: 'Type',
    cell: (product) => productTypeName(product.productType),
    sortable: true,
    width: 90,
  },
  {
    id: 'unitValue',
    csv: 'unitValue.value',
    header: 'Price',
    cell: (product) => <Money value={product.unitValue.value} unitPrice />,
    sortable: true,
    align: 'end',
    width: 110,
  },
  {
    id: 'unitCost',
    csv: 'unitCost.value',
    header: 'Cost',
    cell: (product) => product.unitCost && <Money value={product.unitCost.value} unitPrice />,
    sortable: true,
    align: 'end',
    width: 110,
  },
  {
    id: 'margin',
    header: 'Margin',
    cell: (product) => percentText(product.margin),
    sortable: true,
    align: 'end',
    width: 90,
  },
  {
    id: 'defaultUnit',
    csv: 'defaultUnit.name',
    header: 'Unit',
    cell: (product) => product.defaultUnit.name,
    width: 90,
  },
  { id: 'isActive', header: 'State', cell: (product) => <ProductState product={product} />, width: 120 },
  {
    id: 'manufacturer',
    header: 'Manufacturer',
    cell: (product) => product.manufacturer,
    sortable: true,
    width: 160,
    defaultHidden: true,
  },
  {
    id: 'manufacturerPartNumber',
    header: 'Part number',
    cell: (product) => product.manufacturerPartNumber,
    width: 140,
    defaultHidden: true,
  },
  {
    id: 'startDate',
    header: 'Sold from',
    cell: (product) => <DateText value={product.startDate} />,
    sortable: true,
    width: 110,
    defaultHidden: true,
  },
  {
    id: 'endDate',
    header: 'Sold until',
    cell: (product) => <DateText value={product.endDate} />,
    sortable: true,
    width: 110,
    defaultHidden: true,
  },
  {
    id: 'unitGroup',
    csv: 'unitGroup.name',
    header: 'Unit group',
    cell: (product) => product.unitGroup.name,
    width: 120,
    defaultHidden: true,
  },
  {
    id: 'createdAt',
    header: 'Created',
    cell: (product) => <DateText value={product.createdAt} />,
    sortable: true,
    width: 110,
    defaultHidden: true,
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    cell: (product) => <DateText value={product.updatedAt} />,
    sortable: true,
    width: 110,
    defaultHidden: true,
  },
];

/** Portal customers see neither costs nor what follows from them. */
const portalColumns = columns.filter(({ id }) => id !== 'unitCost' && id !== 'margin');

const views = [
  { id: 'active', name: 'Active', query: 'isActive=true' },
  { id: 'margin', name: 'Lowest margin', query: 'productTypes=sale&isActive=true&sortBy=margin&sortOrder=asc' },
];

export function ProductListScreen() {
  const client = useClient();
  const { isPortal, can } = useSession();
  return (
    <ListScreen
      name="products"
      importType="products"
      title="Products"
      endpoint={listProducts}
      searchPlaceholder="SKU, description, manufacturer"
      columns={isPortal ? portalColumns : columns}
      filters={[
        ...(can('product_lines:read')
          ? [{ kind: 'multi' as const, name: 'productLineIDs', label: 'Product line', options: productLineSource }]
          : []),
        { kind: 'multi', name: 'productTypes', label: 'Type', options: productTypeOptions },
        { kind: 'boolean', name: 'isActive', label: 'Active' },
        { kind: 'multi', name: 'unitGroupIDs', label: 'Unit group', options: unitGroupSource },
        { kind: 'text', name: 'manufacturers', label: 'Manufacturer' },
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'Created' },
      ]}
      views={isPortal ? views.filter(({ id }) => id !== 'margin') : views}
      defaultSort={{ by: 'sku', order: 'asc' }}
      rowHref={(product) => `/dashboard/products/${product.id}`}
      rowLabel={(product) => product.sku}
      primaryAction={{ label: 'New product', href: '/dashboard/products/create', needs: 'products:create' }}
      bulkActions={[
        {
          id: 'delete',
          label: 'Delete',
          icon: 'trash',
          danger: true,
          needs: 'products:delete',
          confirm: (count) => ({
            title: `Delete ${plural(count)}?`,
            message: 'Products that orders or other records refer to stay, and are listed with the reason.',
            confirmLabel: `Delete ${plural(count)}`,
            ...(count > 10 ? { typed: 'delete' } : {}),
          }),
          run: (selection) =>
            client.call(bulkDeleteProducts, {
              body: selection.kind === 'ids' ? { itemIDs: selection.ids } : { filter: selection.filter as never },
            }),
        },
      ]}
      empty={{
        title: 'No products yet',
        text: 'Products are what customers order: goods, services, freight and credits.',
        icon: 'box',
        ...(can('products:create') ? { action: { label: 'New product', href: '/dashboard/products/create' } } : {}),
      }}
    />
  );
}
