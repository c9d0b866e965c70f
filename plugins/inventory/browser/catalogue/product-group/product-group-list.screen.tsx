import { DateText, RecordListScreen, useSession } from '@millwright/core/browser';
import { productGroups } from '../../../contracts/index.ts';
import { propertySource } from '../item/item-sources.ts';

export function ProductGroupListScreen() {
  const { can } = useSession();
  return (
    <RecordListScreen
      record={productGroups}
      columns={[
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
      icon="layers"
      emptyText={
        'A product group gathers products that are one thing in several variations: a glove in colors and sizes.'
      }
    />
  );
}
