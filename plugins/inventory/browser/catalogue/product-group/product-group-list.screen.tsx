import { DateText, ListScreen, useSession } from '@millwright/core/browser';
import { listProductGroups } from '../../../contracts/index.ts';
import { propertySource } from '../item/item-sources.ts';

export function ProductGroupListScreen() {
  const { can } = useSession();
  const create = { label: 'New product group', href: '/dashboard/product-groups/create' };
  return (
    <ListScreen
      name="product-groups"
      title="Product groups"
      endpoint={listProductGroups}
      importType="product-groups"
      columns={[
        { id: 'name', header: 'Name', cell: (group) => group.name, sortable: true },
        {
          id: 'properties',
          csv: 'properties.name',
          header: 'Differ in',
          cell: (group) => group.properties.map(({ name }) => name).join(', '),
        },
        {
          id: 'productCount',
          header: 'Products',
          cell: (group) => group.productCount,
          sortable: true,
          align: 'end',
          width: 110,
        },
        { id: 'variationCount', header: 'Variations', cell: (group) => group.variationCount, align: 'end', width: 110 },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (group) => <DateText value={group.createdAt} />,
          sortable: true,
          width: 120,
        },
      ]}
      filters={
        can('categories:read')
          ? [{ kind: 'select', name: 'propertyID', label: 'Property', options: propertySource }]
          : []
      }
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(group) => `/dashboard/product-groups/${group.id}`}
      rowLabel={(group) => group.name}
      primaryAction={{ ...create, needs: 'product_groups:create' }}
      empty={{
        title: 'No product groups yet',
        text: 'A product group gathers products that are one thing in several variations: a glove in colors and sizes.',
        icon: 'layers',
        ...(can('product_groups:create') ? { action: create } : {}),
      }}
    />
  );
}
