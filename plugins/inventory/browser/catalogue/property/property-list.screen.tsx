import { RecordListScreen, useSession } from '@millwright/core/browser';
import { properties } from '../../../contracts/index.ts';
import { AttributeBadge } from '../item/form/attribute-badge.tsx';
import classes from '../item/item.module.css';
import { allCategorySource, productGroupSource } from '../item/item-sources.ts';

export function PropertyListScreen() {
  const { can } = useSession();
  return (
    <RecordListScreen
      record={properties}
      searchPlaceholder="Property or attribute"
      columns={[
        {
          id: 'attributes',
          csv: 'attributes.name',
          header: 'Attributes',
          cell: (property) => (
            <span className={classes['line']}>
              {property.attributes.slice(0, 12).map((attribute) => (
                <AttributeBadge key={attribute.id} attribute={attribute} />
              ))}
            </span>
          ),
        },
        {
          id: 'codes',
          csv: 'attributes.code',
          header: 'Codes',
          cell: (property) => property.attributes.flatMap(({ code }) => code ?? []).join(', '),
          defaultHidden: true,
        },
        {
          id: 'colors',
          csv: 'attributes.color',
          header: 'Colors',
          cell: (property) => property.attributes.flatMap(({ color }) => color ?? []).join(', '),
          defaultHidden: true,
        },
        {
          id: 'orders',
          csv: 'attributes.order',
          header: 'Orders',
          cell: (property) => property.attributes.map(({ order }) => order).join(', '),
          defaultHidden: true,
        },
        {
          id: 'attributeCount',
          header: 'Count',
          cell: (property) => property.attributeCount,
          sortable: true,
          align: 'end',
          width: 90,
        },
        {
          id: 'itemCount',
          header: 'Items',
          cell: (property) => property.itemCount,
          sortable: true,
          align: 'end',
          width: 90,
        },
      ]}
      filters={[
        { kind: 'select', name: 'categoryID', label: 'Category', options: allCategorySource },
        ...(can('product_groups:read')
          ? [{ kind: 'select' as const, name: 'productGroupID', label: 'Product group', options: productGroupSource }]
          : []),
      ]}
      icon="tag"
      emptyText="A property is something that items differ in: color, size, material."
    />
  );
}
