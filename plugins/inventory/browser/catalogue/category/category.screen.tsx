import { ActionIcon, Button, Group, Stack, Table, Text } from '@mantine/core';
import {
  Icon,
  LinkText,
  ListScreen,
  noteTab,
  RecordPicker,
  RecordScreen,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  type Category,
  categories,
  categoryTypeNames,
  deleteCategoryProperty,
  listItems,
  listProperties,
  putCategoryProperty,
} from '../../../contracts/index.ts';
import { itemHref } from '../../record-sources.ts';
import { AttributeBadge } from '../item/form/attribute-badge.tsx';
import classes from '../item/item.module.css';
import { propertySource } from '../item/item-sources.ts';
import { ProductState } from '../product/product-text.tsx';

/** Properties of the category's items, with their attributes. */
function CategoryProperties({ category }: { category: Category }) {
  const { can } = useSession();
  const canChange = can('categories:update');
  const properties = useEndpoint(listProperties, { query: { categoryID: category.id, take: 100 } });
  const put = useEndpointMutation(putCategoryProperty);
  const remove = useEndpointMutation(deleteCategoryProperty);
  const [isAdding, setAdding] = useState(false);
  const params = (propertyID: string) => ({ params: { categoryID: category.id, propertyID } });
  const shown =
    properties.data?.items ?? category.properties.map((each) => ({ ...each, attributes: [], attributeCount: 0 }));
  return (
    <Stack gap="sm">
      {shown.length === 0 ? (
        <Text c="dimmed">No properties yet</Text>
      ) : (
        <Table.ScrollContainer minWidth={320}>
          <Table aria-label={`Properties of ${category.name}`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Property</Table.Th>
                <Table.Th>Attributes</Table.Th>
                {canChange && <Table.Th ta="end">Actions</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((property) => (
                <Table.Tr key={property.id}>
                  <Table.Td>
                    <LinkText to={`/dashboard/properties/${property.id}`}>{property.name}</LinkText>
                  </Table.Td>
                  <Table.Td>
                    <span className={classes['attributes']}>
                      {property.attributes.slice(0, 12).map((attribute) => (
                        <AttributeBadge key={attribute.id} attribute={attribute} />
                      ))}
                      {property.attributeCount > 12 && (
                        <span className={classes['soft']}>and {property.attributeCount - 12} more</span>
                      )}
                    </span>
                  </Table.Td>
                  {canChange && (
                    <Table.Td ta="end">
                      <ActionIcon
                        aria-label={`Take out ${property.name}`}
                        onClick={() =>
                          remove
                            .mutateAsync(params(property.id))
                            .then(() =>
                              toast.undo(`${property.name} taken out`, async () => {
                                await put.mutateAsync(params(property.id));
                              }),
                            )
                            .catch(toast.error)
                        }
                      >
                        <Icon name="trash" />
                      </ActionIcon>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {canChange &&
        (isAdding ? (
          <RecordPicker
            label="Property to add"
            source={propertySource}
            value={null}
            autoFocus
            maw={320}
            onPick={(propertyID) => {
              setAdding(false);
              if (propertyID) put.mutateAsync(params(propertyID)).catch(toast.error);
            }}
          />
        ) : (
          <Group>
            <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
              Add property
            </Button>
          </Group>
        ))}
    </Stack>
  );
}

export function CategoryScreen() {
  const session = useSession();
  return (
    <RecordScreen
      record={categories}
      tabs={[
        {
          id: 'items',
          label: 'Items',
          isHidden: () => !session.can('items:read'),
          render: ({ id }) => (
            <ListScreen
              embedded
              name="category-items"
              title="Items"
              endpoint={listItems}
              fixedQuery={{ categoryIDs: [id] }}
              columns={[
                { id: 'sku', width: 150 },
                'description',
                'onHand',
                { id: 'isActive', header: 'State', cell: (item) => <ProductState product={item} />, width: 120 },
              ]}
              rowHref={itemHref}
              rowLabel={(item) => item.sku}
              empty={{
                title: 'No items in this category',
                text: 'Choose the category on an item to put it here.',
                icon: 'box',
              }}
            />
          ),
        },
        { id: 'properties', label: 'Properties', render: (data) => <CategoryProperties category={data} /> },
        noteTab('notes', 'Notes'),
      ]}
      facts={(data) => [
        { label: 'Sorts', value: categoryTypeNames[data.type] },
        { label: 'Items', value: data.itemCount },
        {
          label: 'Unit group',
          value: data.unitGroup && (
            <LinkText to={`/dashboard/units-of-measure/groups/${data.unitGroup.id}`} size="sm">
              {data.unitGroup.name}
            </LinkText>
          ),
        },
      ]}
    />
  );
}
