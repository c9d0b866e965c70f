import { hidden, RecordListScreen } from '@millwright/core/browser';
import { properties } from '../../../contracts/index.ts';
import { AttributeBadge } from '../item/form/attribute-badge.tsx';
import classes from '../item/item.module.css';
import { allCategorySource, productGroupSource } from '../item/item-sources.ts';

export function PropertyListScreen() {
  return (
    <RecordListScreen
      record={properties}
      searchPlaceholder="Property or attribute"
      columns={[
        {
          id: 'attributes',
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
          cell: (property) => property.attributes.flatMap(({ code }) => code ?? []).join(', '),
          defaultHidden: true,
        },
        {
          id: 'colors',
          csv: 'attributes.color',
          cell: (property) => property.attributes.flatMap(({ color }) => color ?? []).join(', '),
          defaultHidden: true,
        },
        ...hidden({ id: 'orders', csv: 'attributes.order' }),
        { id: 'attributeCount', header: 'Count' },
        'itemCount',
      ]}
      filters={[
        { name: 'categoryID', options: allCategorySource },
        { name: 'productGroupID', options: productGroupSource },
      ]}
      icon="tag"
      emptyText="A property is something that items differ in: color, size, material."
    />
  );
}
