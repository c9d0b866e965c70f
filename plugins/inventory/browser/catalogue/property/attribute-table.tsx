import { ActionIcon, Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import {
  EmptyState,
  Icon,
  PendingState,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { type Attribute, deleteAttribute, listAttributes, type Property } from '../../../contracts/index.ts';
import { AttributeBadge } from '../item/form/attribute-badge.tsx';
import classes from '../item/item.module.css';
import { AttributeDialog } from './attribute-dialog.tsx';
import { useAttributeOrder } from './use-attribute-order.ts';

/** Number of attributes that can be ordered by hand; further ones are found by the list's search. */
const mostShown = 500;

/** The attributes of a property in order, changed by dragging or by Alt and an arrow key. */
export function AttributeTable({ property }: { property: Property }) {
  const { can } = useSession();
  const list = useEndpoint(listAttributes, {
    params: { propertyID: property.id },
    query: { sortBy: 'order', take: mostShown },
  });
  const remove = useEndpointMutation(deleteAttribute);
  const { shown, move, announcement, isSaving } = useAttributeOrder(property, list.data?.items ?? []);
  const [dragged, setDragged] = useState<number | null>(null);
  const [target, setTarget] = useState<number | null>(null);
  const [edited, setEdited] = useState<Attribute | null>(null);
  const [isOpen, setOpen] = useState(false);
  const canChange = can('categories:update');
  if (!list.data) return <PendingState query={list} what="attributes" lines={6} />;
  const edit = (attribute: Attribute | null) => {
    setEdited(attribute);
    setOpen(true);
  };
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(index, index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  const dragProps = (index: number) =>
    canChange
      ? {
          draggable: true,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move';
            setDragged(index);
          },
          onDragOver: (event: DragEvent) => {
            if (dragged === null) return;
            event.preventDefault();
            setTarget(index);
          },
          onDrop: (event: DragEvent) => {
            event.preventDefault();
            if (dragged !== null) move(dragged, index);
          },
          onDragEnd: () => {
            setDragged(null);
            setTarget(null);
          },
        }
      : {};
  return (
    <Stack gap="sm">
      {shown.length === 0 ? (
        <EmptyState title="No attributes yet" text="The values that items can have: Black, 9, Leather." icon="tag" />
      ) : (
        <Table.ScrollContainer minWidth={300}>
          <Table aria-label={`Attributes of ${property.name}`} aria-busy={isSaving}>
            <Table.Thead>
              <Table.Tr>
                {canChange && <Table.Th w={44}>Order</Table.Th>}
                <Table.Th>Attribute</Table.Th>
                <Table.Th>Code</Table.Th>
                <Table.Th ta="end">Items</Table.Th>
                {canChange && <Table.Th ta="end">Actions</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map((attribute, index) => (
                <Table.Tr
                  key={attribute.id}
                  {...dragProps(index)}
                  className={dragged !== null && target === index ? (classes['dropTarget'] ?? '') : ''}
                >
                  {canChange && (
                    <Table.Td>
                      <ActionIcon
                        className={classes['grip'] ?? ''}
                        aria-label={`Move ${attribute.name}`}
                        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
                        title="Drag, or Alt with an arrow"
                        onKeyDown={(event) => onKeyDown(event, index)}
                      >
                        <Icon name="grip" />
                      </ActionIcon>
                    </Table.Td>
                  )}
                  <Table.Td>
                    <AttributeBadge attribute={attribute} />
                  </Table.Td>
                  <Table.Td>{attribute.code}</Table.Td>
                  <Table.Td className={classes['end'] ?? ''}>{attribute.itemCount}</Table.Td>
                  {canChange && (
                    <Table.Td>
                      <Group gap={4} justify="flex-end" wrap="nowrap">
                        <ActionIcon aria-label={`Change ${attribute.name}`} onClick={() => edit(attribute)}>
                          <Icon name="edit" />
                        </ActionIcon>
                        {can('categories:delete') && attribute.itemCount === 0 && (
                          <ActionIcon
                            aria-label={`Delete ${attribute.name}`}
                            onClick={() =>
                              remove
                                .mutateAsync({ params: { propertyID: property.id, attributeID: attribute.id } })
                                .then(() => toast.success(`${attribute.name} deleted`))
                                .catch(toast.error)
                            }
                          >
                            <Icon name="trash" />
                          </ActionIcon>
                        )}
                      </Group>
                    </Table.Td>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {list.data.count > shown.length && (
        <Text c="dimmed" size="sm">
          The first {shown.length} of {list.data.count} attributes
        </Text>
      )}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      {can('categories:create') && (
        <Group>
          <Button variant="default" leftSection={<Icon name="plus" size={14} />} onClick={() => edit(null)}>
            Add attribute
          </Button>
        </Group>
      )}
      <AttributeDialog
        key={edited?.id ?? `new ${shown.length}`}
        property={property}
        attribute={edited}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </Stack>
  );
}
