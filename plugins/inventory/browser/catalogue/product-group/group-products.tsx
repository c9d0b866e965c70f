import { ActionIcon, Group } from '@mantine/core';
import { Icon, ListScreen, RecordPicker, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import {
  deleteProductGroupProduct,
  listProducts,
  type ProductGroup,
  type ProductRow,
  putProductGroupProduct,
} from '../../../contracts/index.ts';
import { AttributeBadge } from '../item/form/attribute-badge.tsx';
import classes from '../item/item.module.css';
import { productBySkuSource } from '../item/item-sources.ts';
import { RecordLink } from '../item/record-link.tsx';

/** The products of a group with their attributes; products can be added and removed. */
export function GroupProducts({ group }: { group: ProductGroup }) {
  const { can } = useSession();
  const canChange = can('product_groups:update');
  const put = useEndpointMutation(putProductGroupProduct);
  const remove = useEndpointMutation(deleteProductGroupProduct);
  const params = (itemID: string) => ({ params: { productGroupID: group.id, itemID } });
  const takeOut = ({ id, sku }: ProductRow) =>
    remove
      .mutateAsync(params(id))
      .then(() => toast.undo(`${sku} taken out`, () => put.mutateAsync(params(id))))
      .catch(toast.error);
  return (
    <ListScreen
      embedded
      name="group-products"
      title="Products"
      endpoint={listProducts}
      fixedQuery={{ productGroupIDs: [group.id] }}
      actions={
        canChange && (
          <Group maw={220}>
            <RecordPicker
              aria-label="Product to put in"
              placeholder="Put a product in"
              source={productBySkuSource}
              value={null}
              onPick={(itemID) => {
                if (itemID) put.mutateAsync(params(itemID)).catch(toast.error);
              }}
            />
          </Group>
        )
      }
      columns={[
        {
          id: 'sku',
          cell: (product) => <RecordLink to={`/dashboard/products/${product.id}`}>{product.sku}</RecordLink>,
          width: 150,
        },
        ...group.properties.map((property) => ({
          id: property.id,
          csv: false as const,
          header: property.name,
          cell: (product: ProductRow) => {
            const productAttribute = product.attributes.find((attribute) => attribute.property.id === property.id);
            return productAttribute ? (
              <AttributeBadge attribute={productAttribute} />
            ) : (
              <span className={classes['soft']}>–</span>
            );
          },
          width: 130,
        })),
        'description',
        { id: 'availableToPromise', header: 'Available' },
        ...(canChange
          ? [
              {
                id: 'actions',
                csv: false as const,
                width: 80,
                align: 'end' as const,
                cell: (product: ProductRow) => (
                  <ActionIcon aria-label={`Take out ${product.sku}`} onClick={() => void takeOut(product)}>
                    <Icon name="trash" />
                  </ActionIcon>
                ),
              },
            ]
          : []),
      ]}
      rowLabel={(product) => product.sku}
      empty={{
        title: 'No products in this group',
        text: 'Put products in, or create those that are missing from attributes.',
        icon: 'box',
      }}
    />
  );
}
