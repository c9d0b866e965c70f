import { Button } from '@mantine/core';
import {
  DateText,
  Icon,
  LinkText,
  Money,
  Quantity,
  RecordScreen,
  StatusBadge,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { getSupplierMaterialByID, type SupplierMaterial } from '../../../../contracts/index.ts';
import { SupplierMaterialDialog } from './supplier-material-dialog.tsx';
import { useRemoveMaterial } from './use-remove-material.ts';

const itemPaths = { product: 'products', part: 'parts', material: 'materials', supply: 'supplies' } as const;

/** A price with its unit: `$24.00 / each`. */
function Price({ price }: { price: SupplierMaterial['unitPrice'] }) {
  return (
    price && (
      <>
        <Money value={price.value} unitPrice /> / {price.perUnit}
      </>
    )
  );
}

export function SupplierMaterialScreen() {
  const { can } = useSession();
  const navigate = useNavigate();
  const { query: material } = useRecord(getSupplierMaterialByID);
  const remove = useRemoveMaterial();
  const [isEditing, setEditing] = useState(false);
  const mayChange = can('suppliers:update') && can('items:read');
  const supplierHref = `/dashboard/suppliers/${material.data?.supplierID ?? ''}`;
  return (
    <RecordScreen
      record={{
        type: 'supplier_material',
        words: ['supplier material', 'suppliers'],
        home: '/dashboard/suppliers/materials',
        get: getSupplierMaterialByID,
      }}
      list={{
        name: 'supplier-materials',
        href: material.data ? supplierHref : '/dashboard/suppliers',
        ...(material.data ? { label: material.data.supplier.name } : {}),
      }}
      title={({ item, supplier }) => `${item.sku} of ${supplier.name}`}
      status={({ isActive }) =>
        isActive ? <StatusBadge tone="success">Active</StatusBadge> : <StatusBadge>Inactive</StatusBadge>
      }
      actions={() =>
        mayChange && (
          <Button leftSection={<Icon name="edit" size={14} />} onClick={() => setEditing(true)}>
            Edit
          </Button>
        )
      }
      menu={(data) => [
        mayChange && {
          label: 'Remove',
          icon: 'trash',
          danger: true,
          onClick: () => void remove(data).then((isGone) => isGone && navigate(supplierHref)),
        },
      ]}
      summary={(data) => [
        { label: 'Part number', value: data.supplierPartNumber },
        { label: 'Price', value: <Price price={data.unitPrice} /> },
        { label: 'Lead time', value: data.leadTimeDays === null ? null : `${data.leadTimeDays} days` },
        {
          label: 'Minimum',
          value: data.minimumOrderQuantity && <Quantity value={data.minimumOrderQuantity} />,
        },
      ]}
      facts={(data) => [
        {
          label: 'Supplier',
          value: (
            <LinkText to={supplierHref} size="sm">
              {data.supplier.name}
            </LinkText>
          ),
        },
        {
          label: 'Item',
          value: (
            <LinkText to={`/dashboard/${itemPaths[data.item.type]}/${data.itemID}`} size="sm">
              {data.item.sku}
            </LinkText>
          ),
        },
        { label: 'Description', value: data.item.description },
        { label: 'Supplier description', value: data.supplierDescription },
        { label: 'Unit', value: data.unit.name },
        { label: 'Last cost', value: <Price price={data.lastCost} /> },
        { label: 'Last purchased', value: data.lastPurchasedOn && <DateText value={data.lastPurchasedOn} /> },
      ]}
    >
      {(data) => isEditing && <SupplierMaterialDialog material={data} onClose={() => setEditing(false)} />}
    </RecordScreen>
  );
}
