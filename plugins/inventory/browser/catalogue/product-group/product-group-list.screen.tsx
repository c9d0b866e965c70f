import { RecordListScreen } from '@millwright/core/browser';
import { productGroups } from '../../../contracts/index.ts';
import { propertySource } from '../item/item-sources.ts';

export function ProductGroupListScreen() {
  return (
    <RecordListScreen
      record={productGroups}
      columns={[{ id: 'properties', header: 'Differ in' }, 'productCount', 'variationCount', 'createdAt']}
      filters={[{ name: 'propertyID', options: propertySource }]}
      icon="layers"
      emptyText={
        'A product group gathers products that are one thing in several variations: a glove in colors and sizes.'
      }
    />
  );
}
