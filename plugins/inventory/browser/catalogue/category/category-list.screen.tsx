import { hidden, ListScreen, useSession } from '@millwright/core/browser';
import { listCategories } from '../../../contracts/index.ts';
import { propertySource } from '../item/item-sources.ts';

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
        'name',
        { id: 'type', header: 'Sorts', width: 200 },
        'itemCount',
        'properties',
        { id: 'unitGroup', width: 140 },
        ...hidden('createdAt'),
      ]}
      filters={[
        { name: 'type', label: 'Sorts' },
        { name: 'propertyID', options: propertySource },
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
