import { LinkButton, ListScreen, useSession } from '@millwright/core/browser';
import { useQueryState } from 'nuqs';
import { listProductVariations } from '../../../../contracts/index.ts';
import { attributeOfPropertySource, productGroupSource } from '../../item/item-sources.ts';
import { variationColumns, variationName } from './variation-columns.tsx';
import { VariationGridOfGroup } from './variation-grid-of-group.tsx';

export function ProductVariationListScreen() {
  const { can } = useSession();
  // Id of the group whose grid replaces the list; an empty text means the first group.
  const [gridOf, setGridOf] = useQueryState('group');
  if (gridOf !== null) return <VariationGridOfGroup productGroupID={gridOf} onPick={(id) => void setGridOf(id)} />;
  return (
    <ListScreen
      name="product-variations"
      title="Product variations"
      endpoint={listProductVariations}
      importType="products"
      searchPlaceholder="Product group or attribute"
      columns={variationColumns}
      actions={
        <LinkButton variant="default" to="/dashboard/product-variations?group=">
          Grid of a group
        </LinkButton>
      }
      filters={[
        { name: 'productGroupIDs', options: productGroupSource },
        { name: 'attributeIDs', options: attributeOfPropertySource },
      ]}
      defaultSort={{ by: 'productGroup', order: 'asc' }}
      rowHref={({ productGroup }) => `/dashboard/product-groups/${productGroup.id}?tab=variations`}
      rowLabel={variationName}
      empty={{
        title: 'No variations yet',
        text: 'Variations are the combinations of attributes that the products of a product group come in.',
        icon: 'layers',
        ...(can('product_groups:create')
          ? { action: { label: 'New product group', href: '/dashboard/product-groups/create' } }
          : {}),
      }}
    />
  );
}
