import { DateText, ListScreen } from '@millwright/core/browser';
import { listCustomerAccess } from '../../../contracts/index.ts';
import { productLineSource } from '../../sources/record-sources.ts';
import { ProductLineBadges } from './product-line-badges.tsx';

const create = '/dashboard/relevant-products/create?for=customer';

export function RelevantProductsCustomersScreen() {
  return (
    <ListScreen
      name="relevant-products-customers"
      title="Relevant products of customers"
      endpoint={listCustomerAccess}
      columns={[
        {
          id: 'name',
          csv: 'customer.name',
          header: 'Customer',
          cell: ({ customer }) => customer.name,
          sortable: true,
          width: 280,
        },
        { id: 'number', csv: 'customer.number', header: 'Number', cell: ({ customer }) => customer.number, width: 110 },
        {
          id: 'productLines',
          csv: 'productLines.name',
          header: 'Product lines',
          cell: ({ productLines }) => <ProductLineBadges lines={productLines} />,
        },
        {
          id: 'createdAt',
          header: 'Since',
          cell: ({ createdAt }) => <DateText value={createdAt} />,
          sortable: true,
          width: 120,
        },
      ]}
      filters={[{ kind: 'select', name: 'productLineID', label: 'Product line', options: productLineSource }]}
      searchPlaceholder="Customer name or number"
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={({ customerID }) => `/dashboard/relevant-products/customers/${customerID}`}
      rowLabel={({ customer }) => customer.name}
      primaryAction={{ label: 'Limit a customer', href: create, needs: 'product_line_access:create' }}
      empty={{
        title: 'No customer is limited',
        text: 'Choose product lines for a customer, and it may order only these.',
        icon: 'filter',
        action: { label: 'Limit a customer', href: create },
      }}
    />
  );
}
