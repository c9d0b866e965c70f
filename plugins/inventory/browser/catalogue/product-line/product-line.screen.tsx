import { ListScreen, RecordScreen, useSession } from '@millwright/core/browser';
import { listProducts, type ProductLine, productLines } from '../../../contracts/index.ts';
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
        { id: 'sku', width: 150 },
        'description',
        { id: 'unitValue', csv: 'unitValue.value', header: 'Price' },
        { id: 'defaultUnit', header: 'Unit', width: 90 },
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

  return (
    <RecordScreen
      record={productLines}
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
      ]}
    />
  );
}
