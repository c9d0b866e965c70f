import { ListScreen } from '@millwright/core/browser';
import { listAccountGroupAccess } from '../../../contracts/index.ts';
import { productLineSource } from '../../sources/record-sources.ts';
import { ProductLineBadges } from './product-line-badges.tsx';

const create = '/dashboard/relevant-products/create?for=group';

export function RelevantProductsCustomerGroupsScreen() {
  return (
    <ListScreen
      name="relevant-products-customer-groups"
      title="Relevant products of customer groups"
      endpoint={listAccountGroupAccess}
      columns={[
        { id: 'name', csv: 'accountGroup.name', header: 'Group', width: 240 },
        { id: 'typeCode', csv: 'accountGroup.typeCode', header: 'Kind', width: 140 },
        { id: 'productLines', cell: ({ productLines }) => <ProductLineBadges lines={productLines} /> },
        { id: 'createdAt', header: 'Since' },
      ]}
      filters={[{ name: 'productLineID', options: productLineSource }]}
      searchPlaceholder="Group name"
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={({ accountGroupID }) => `/dashboard/relevant-products/customer-groups/${accountGroupID}`}
      rowLabel={({ accountGroup }) => accountGroup.name}
      primaryAction={{ label: 'Limit a group', href: create, needs: 'product_line_access:create' }}
      empty={{
        title: 'No group is limited',
        text: 'Choose product lines for a group, and its customers may order only these.',
        icon: 'filter',
        action: { label: 'Limit a group', href: create },
      }}
    />
  );
}
