import { ActionIcon, Group } from '@mantine/core';
import { hidden, Icon, ListScreen, Money, StatusBadge, useSession, useShortcut } from '@millwright/core/browser';
import { useState } from 'react';
import { listSupplierMaterials, type Supplier, type SupplierMaterial } from '../../../../contracts/index.ts';
import { NewSupplierMaterialDialog, SupplierMaterialDialog } from './supplier-material-dialog.tsx';
import { useRemoveMaterial } from './use-remove-material.ts';

const types = [
  { value: 'material', label: 'Material' },
  { value: 'part', label: 'Part' },
  { value: 'supply', label: 'Supply' },
  { value: 'product', label: 'Product' },
];

/** Materials of a supplier, with dialogs to add, change and remove them. */
export function SupplierMaterials({ supplier }: { supplier: Supplier }) {
  const { can } = useSession();
  const mayChange = can('suppliers:update') && can('items:read');
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<SupplierMaterial | null>(null);
  const remove = useRemoveMaterial();
  useShortcut('m', () => setAdding(true), { label: 'Add material', group: 'Record', enabled: mayChange });
  return (
    <>
      <ListScreen
        embedded
        name="supplier-materials"
        title="Materials"
        endpoint={listSupplierMaterials}
        params={{ supplierID: supplier.id }}
        columns={[
          { id: 'sku', csv: 'item.sku', width: 110 },
          { id: 'description', csv: 'item.description' },
          { id: 'supplierPartNumber', header: 'Part number', width: 115 },
          {
            id: 'unitPrice',
            csv: 'unitPrice.value',
            header: 'Price',
            cell: ({ unitPrice }) =>
              unitPrice && (
                <>
                  <Money value={unitPrice.value} unitPrice /> / {unitPrice.perUnit}
                </>
              ),
            align: 'end',
            width: 120,
          },
          {
            id: 'leadTimeDays',
            header: 'Lead time',
            cell: ({ leadTimeDays }) =>
              leadTimeDays === null ? null : `${leadTimeDays} ${leadTimeDays === 1 ? 'day' : 'days'}`,
            align: 'end',
            width: 95,
          },
          ...hidden({ id: 'minimumOrderQuantity', header: 'Minimum' }, 'supplierDescription'),
          {
            id: 'lastCost',
            csv: 'lastCost.value',
            cell: ({ lastCost }) => lastCost && <Money value={lastCost.value} unitPrice />,
            align: 'end',
            width: 110,
            defaultHidden: true,
          },
          ...hidden('lastPurchasedOn'),
          {
            id: 'isActive',
            header: 'State',
            cell: ({ isActive }) => (isActive ? 'Active' : <StatusBadge>Inactive</StatusBadge>),
            width: 80,
          },
          ...(mayChange
            ? [
                {
                  id: 'actions',
                  csv: false,
                  header: '',
                  cell: (material: SupplierMaterial) => (
                    <Group gap={4} wrap="nowrap" justify="flex-end">
                      <ActionIcon
                        variant="subtle"
                        aria-label={`Edit ${material.item.sku}`}
                        onClick={(event) => {
                          event.stopPropagation();
                          setEdited(material);
                        }}
                      >
                        <Icon name="edit" />
                      </ActionIcon>
                      <ActionIcon
                        variant="subtle"
                        color="red"
                        aria-label={`Remove ${material.item.sku}`}
                        onClick={(event) => {
                          event.stopPropagation();
                          void remove(material);
                        }}
                      >
                        <Icon name="trash" />
                      </ActionIcon>
                    </Group>
                  ),
                  width: 80,
                } as const,
              ]
            : []),
        ]}
        filters={[
          { name: 'isActive', label: 'State', yes: 'Active', no: 'Inactive' },
          { name: 'types', label: 'Type', options: types },
        ]}
        searchPlaceholder="SKU, description, part number"
        defaultSort={{ by: 'sku', order: 'asc' }}
        rowHref={({ id }) => `/dashboard/suppliers/materials/${id}`}
        rowLabel={({ item }) => item.sku}
        {...(mayChange ? { primaryAction: { label: 'Add material', onClick: () => setAdding(true) } } : {})}
        empty={{
          title: 'Nothing supplied yet',
          text: 'Add the items that come from this supplier, with its part numbers, prices and lead times.',
          icon: 'box',
        }}
      />
      {isAdding && (
        <NewSupplierMaterialDialog
          supplierID={supplier.id}
          title={`New material of ${supplier.name}`}
          onClose={() => setAdding(false)}
        />
      )}
      {edited && <SupplierMaterialDialog material={edited} onClose={() => setEdited(null)} />}
    </>
  );
}
