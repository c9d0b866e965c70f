import { Anchor, Text } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  DetailScreen,
  Slot,
  useDelete,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { Link, useParams } from 'react-router';
import { deleteProduct, getProduct, listProductLines, listProducts } from '../../contracts/index.ts';
import { productPanels } from './product-panels.ts';
import { ProductState, percentText, productTypeName, Rate } from './product-text.tsx';
import { ProductUnits } from './product-units.tsx';

function ProductNotes({ notes }: { notes: string | null }) {
  return notes ? <Text style={{ whiteSpace: 'pre-wrap' }}>{notes}</Text> : <Text c="dimmed">No notes</Text>;
}

export function ProductScreen() {
  const { itemID = '' } = useParams();
  const session = useSession();
  const product = useEndpoint(getProduct, { params: { itemID } });
  const remove = useEndpointMutation(deleteProduct, { invalidates: [listProducts, listProductLines] });
  const askAndDelete = useDelete('product', '/dashboard/products');

  return (
    <DetailScreen
      query={product}
      what="product"
      list={{ name: 'products', href: '/dashboard/products', label: 'products' }}
      record={{ type: 'product', id: itemID }}
      title={({ sku }) => sku}
      status={(data) => <ProductState product={data} />}
      editHref={({ id }) => (session.can('products:update') ? `/dashboard/products/${id}/edit` : undefined)}
      menu={(data) => [
        session.can('products:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete(data.sku, () => remove.mutateAsync({ params: { itemID } })),
        },
      ]}
      summary={(data) => [
        { label: 'Description', value: data.description },
        { label: 'Price', value: <Rate rate={data.unitValue} /> },
        ...(data.unitCost
          ? [
              { label: 'Cost', value: <Rate rate={data.unitCost} /> },
              { label: 'Margin', value: percentText(data.margin) },
            ]
          : []),
      ]}
      tabs={[
        { id: 'units', label: 'Units', render: (data) => <ProductUnits product={data} /> },
        {
          id: 'notes',
          label: 'Notes',
          isHidden: () => session.isPortal,
          render: ({ notes }) => <ProductNotes notes={notes} />,
        },
      ]}
      facts={(data) => [
        { label: 'Type', value: productTypeName(data.productType) },
        {
          label: 'Product line',
          value:
            data.productLine && session.can('product_lines:read') ? (
              <Anchor component={Link} to={`/dashboard/product-lines/${data.productLine.id}`}>
                {data.productLine.name}
              </Anchor>
            ) : (
              data.productLine?.name
            ),
        },
        ...(session.isPortal
          ? []
          : [
              {
                label: 'Commission',
                value: data.productLine && (data.productLine.isCommissionExempt ? 'Exempt' : 'Earned'),
              },
            ]),
        { label: 'Freight', value: data.productLine && (data.productLine.isFreightExempt ? 'Exempt' : 'Charged') },
        { label: 'Unit group', value: data.unitGroup.name },
        { label: 'Default unit', value: data.defaultUnit.name },
        { label: 'Manufacturer', value: data.manufacturer },
        { label: 'Part number', value: data.manufacturerPartNumber },
        { label: 'Sold from', value: data.startDate && <DateText value={data.startDate} /> },
        { label: 'Sold until', value: data.endDate && <DateText value={data.endDate} /> },
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
      aside={(data) => <Slot name={productPanels} props={{ product: data }} />}
    />
  );
}
