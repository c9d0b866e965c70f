import { DateText, ListScreen, useSession } from '@millwright/core/browser';
import { listCategories } from '../../../contracts/index.ts';
import { propertySource } from '../item/item-sources.ts';
import { categoryTypeName, categoryTypeOptions } from './category-text.ts';

export function CategoryListScreen() {
  const { can } = useSession();
  const create = { label: 'New category', href: '/dashboard/categories/create' };
  return (
    <ListScreen
      name="categories"
      title="Categories"
      endpoint={listCategories}
      importType="categories"
      columns={[
        { id: 'name', header: 'Name', cell: (category) => category.name, sortable: true },
        {
          id: 'type',
          header: 'Sorts',
          cell: (category) => categoryTypeName(category.type),
          sortable: true,
          width: 200,
        },
        {
          id: 'itemCount',
          header: 'Items',
          cell: (category) => category.itemCount,
          sortable: true,
          align: 'end',
          width: 90,
        },
        {
          id: 'properties',
          csv: 'properties.name',
          header: 'Properties',
          cell: (category) => category.properties.map(({ name }) => name).join(', '),
        },
        {
          id: 'unitGroup',
          csv: 'unitGroup.name',
          header: 'Unit group',
          cell: (category) => category.unitGroup?.name,
          width: 140,
        },
        {
          id: 'createdAt',
          header: 'Created',
          cell: (category) => <DateText value={category.createdAt} />,
          sortable: true,
          width: 120,
          defaultHidden: true,
        },
      ]}
      filters={[
        { kind: 'select', name: 'type', label: 'Sorts', options: categoryTypeOptions },
        { kind: 'select', name: 'propertyID', label: 'Property', options: propertySource },
      ]}
      views={[
        { id: 'product', name: 'Products', query: 'type=product' },
        { id: 'material', name: 'Materials', query: 'type=material' },
      ]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(category) => `/dashboard/categories/${category.id}`}
      rowLabel={(category) => category.name}
      primaryAction={{ ...create, needs: 'categories:create' }}
      empty={{
        title: 'No categories yet',
        text: 'A category sorts items, and says by which properties they are described.',
        icon: 'tag',
        ...(can('categories:create') ? { action: create } : {}),
      }}
    />
  );
}
