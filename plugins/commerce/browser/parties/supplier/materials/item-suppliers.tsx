import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import {
  Icon,
  LinkText,
  Money,
  Panel,
  PendingState,
  StatusBadge,
  useEndpoint,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { listItemSuppliers, type SupplierMaterial } from '../../../../contracts/index.ts';
import { NewSupplierMaterialDialog, SupplierMaterialDialog } from './supplier-material-dialog.tsx';
import { useRemoveMaterial } from './use-remove-material.ts';

/** Largest number of suppliers in the panel. */
const shownSuppliers = 50;

function termsOf({ unitPrice, leadTimeDays, supplierPartNumber }: SupplierMaterial) {
  const terms = [
    supplierPartNumber && <span key="number">{supplierPartNumber}</span>,
    unitPrice && (
      <span key="price">
        <Money value={unitPrice.value} unitPrice /> / {unitPrice.perUnit}
      </span>
    ),
    leadTimeDays !== null && (
      <span key="days">
        {leadTimeDays} {leadTimeDays === 1 ? 'day' : 'days'}
      </span>
    ),
  ].filter(Boolean);
  return terms.flatMap((term, index) => (index ? [' · ', term] : [term]));
}

/** Suppliers of an item, with dialogs to add, change and remove them. */
export function ItemSuppliers({ itemID }: { itemID: string }) {
  const { can } = useSession();
  const mayRead = can('suppliers:read');
  const mayChange = can('suppliers:update') && can('items:read');
  const suppliers = useEndpoint(
    listItemSuppliers,
    { params: { itemID }, query: { take: shownSuppliers } },
    { enabled: mayRead },
  );
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<SupplierMaterial | null>(null);
  const remove = useRemoveMaterial();
  if (!mayRead) return null;
  const { data } = suppliers;
  return (
    <Panel
      title="Suppliers"
      actions={
        mayChange && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => setAdding(true)}
          >
            Add supplier
          </Button>
        )
      }
    >
      {!data ? (
        <PendingState query={suppliers} what="suppliers" lines={2} />
      ) : data.items.length === 0 ? (
        <Text c="dimmed" size="sm">
          Nobody supplies it yet
        </Text>
      ) : (
        <Stack gap="xs">
          {data.items.map((material) => (
            <Group key={material.id} justify="space-between" align="flex-start" wrap="nowrap" gap="xs">
              <Stack gap={0} style={{ minWidth: 0 }}>
                <Group gap="xs" wrap="nowrap">
                  <LinkText to={`/dashboard/suppliers/${material.supplierID}`} size="sm" truncate>
                    {material.supplier.name}
                  </LinkText>
                  {!(material.isActive && material.supplier.isActive) && <StatusBadge>Inactive</StatusBadge>}
                </Group>
                <Text size="xs" c="dimmed">
                  {termsOf(material)}
                </Text>
              </Stack>
              {mayChange && (
                <Group gap={2} wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    size="sm"
                    aria-label={`Edit ${material.supplier.name}`}
                    onClick={() => setEdited(material)}
                  >
                    <Icon name="edit" size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    size="sm"
                    aria-label={`Remove ${material.supplier.name}`}
                    onClick={() => void remove(material)}
                  >
                    <Icon name="trash" size={14} />
                  </ActionIcon>
                </Group>
              )}
            </Group>
          ))}
          {data.count > data.items.length && (
            <LinkText to={`/dashboard/suppliers?itemIDs=${itemID}`} size="sm">
              All {data.count} suppliers
            </LinkText>
          )}
        </Stack>
      )}
      {isAdding && <NewSupplierMaterialDialog itemID={itemID} title="New supplier" onClose={() => setAdding(false)} />}
      {edited && <SupplierMaterialDialog material={edited} onClose={() => setEdited(null)} />}
    </Panel>
  );
}
