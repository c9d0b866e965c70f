import { ListScreen } from '@millwright/core/browser';
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
        { id: 'name', csv: 'customer.name', header: 'Customer', width: 280 },
        { id: 'number', csv: 'customer.number', width: 110 },
        { id: 'productLines', cell: ({ productLines }) => <ProductLineBadges lines={productLines} /> },
        { id: 'createdAt', header: 'Since' },
      ]}
      filters={[{ name: 'productLineID', options: productLineSource }]}
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
