import {
  DateTimeText,
  DetailScreen,
  ListScreen,
  Money,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteProductLine, getProductLine, listProducts, type ProductLine } from '../../../contracts/index.ts';
import { ProductState } from '../product/product-text.tsx';

/** The products of one line. */
function LineProducts({ line }: { line: ProductLine }) {
  return (
    <ListScreen
      embedded
      name="product-line-products"
      title="Products"
      endpoint={listProducts}
      fixedQuery={{ productLineIDs: [line.id] }}
      columns={[
        { id: 'sku', header: 'SKU', cell: (product) => product.sku, sortable: true, width: 150 },
        { id: 'description', header: 'Description', cell: (product) => product.description, sortable: true },
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
          id: 'defaultUnit',
          csv: 'defaultUnit.name',
          header: 'Unit',
          cell: (product) => product.defaultUnit.name,
          width: 90,
        },
        { id: 'isActive', header: 'State', cell: (product) => <ProductState product={product} />, width: 120 },
      ]}
      rowHref={(product) => `/dashboard/products/${product.id}`}
      rowLabel={(product) => product.sku}
      empty={{ title: 'No products in this line', text: 'Choose the line on a product to put it here.', icon: 'box' }}
    />
  );
}

export function ProductLineScreen() {
  const session = useSession();
  const { id, params, query: line } = useRecord(getProductLine);
  const remove = useEndpointMutation(deleteProductLine);
  const askAndDelete = useDelete('product line', '/dashboard/product-lines');

  return (
    <DetailScreen
      query={line}
      what="product line"
      list={{ name: 'product-lines', href: '/dashboard/product-lines', label: 'product lines' }}
      record={{ type: 'product_line', id }}
      title={({ name }) => name}
      editHref={({ id }) => (session.can('product_lines:update') ? `/dashboard/product-lines/${id}/edit` : undefined)}
      menu={(data) => [
        session.can('product_lines:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(data.name, () => remove.mutateAsync({ params })),
        },
      ]}
      tabs={[
        {
          id: 'products',
          label: 'Products',
          render: (data) => <LineProducts line={data} />,
          isHidden: () => !session.can('products:read'),
        },
      ]}
      facts={(data) => [
        { label: 'Products', value: data.productCount },
        { label: 'Unit group', value: data.unitGroup?.name },
        { label: 'Commission', value: data.isCommissionExempt ? 'Exempt' : 'Earned' },
        { label: 'Freight', value: data.isFreightExempt ? 'Exempt' : 'Charged' },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
    />
  );
}
