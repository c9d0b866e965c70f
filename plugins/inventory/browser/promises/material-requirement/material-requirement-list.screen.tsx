import { VisuallyHidden } from '@mantine/core';
import { LinkText, type ListFilter, ListScreen, Quantity, StatusBadge, useSession } from '@millwright/core/browser';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { listMaterialRequirements, type MaterialRequirement } from '../../../contracts/index.ts';
import { allCategorySource } from '../../catalogue/item/item-sources.ts';
import { itemHref, itemTypeOptions, supplierSource } from '../../record-sources.ts';

const needed = 'needsOnly=true';
/** Where commerce proposes what to buy. */
const suggestions = '/dashboard/purchase-orders/suggest';

/** What is missing to the order point, with the way to what should be bought. */
const MissingToOrderPoint = ({ row }: { row: MaterialRequirement }) => (
  <LinkText to={`${suggestions}?itemID=${row.itemID}`}>
    <VisuallyHidden>What to buy of {row.sku}: </VisuallyHidden>
    <StatusBadge tone="info">
      <Quantity value={row.quantityToOrderPoint} />
    </StatusBadge>
  </LinkText>
);

export function MaterialRequirementListScreen() {
  const session = useSession();
  const suppliers: ListFilter[] = session.can('suppliers:read')
    ? [{ kind: 'multi', name: 'supplierIDs', label: 'Supplier', options: supplierSource }]
    : [];
  const [search] = useSearchParams();
  // Who comes by the menu wants what is needed; "All" is one click away.
  const [isAddressed, setAddressed] = useState(search.size > 0);
  useEffect(() => setAddressed(true), []);
  if (!isAddressed) return <Navigate to={`?view=needed&${needed}`} replace />;
  return (
    <ListScreen
      name="material-requirements"
      title="Material needs"
      endpoint={listMaterialRequirements}
      searchPlaceholder="SKU, description or part number"
      columns={[
        { id: 'sku', header: 'SKU', cell: (row) => row.sku, sortable: true, width: 150 },
        { id: 'description', header: 'Description', cell: (row) => row.description, sortable: true },
        {
          id: 'quantityInNeed',
          csv: ['export.quantityInNeed=Quantity in need', 'quantityInNeed.unit=Unit'],
          header: 'Needed for orders',
          cell: (row) =>
            row.quantityInNeed.measure > 0 && (
              <StatusBadge tone="warning">
                <Quantity value={row.quantityInNeed} />
              </StatusBadge>
            ),
          align: 'end',
          width: 150,
        },
        {
          id: 'quantityToOrderPoint',
          csv: 'quantityToOrderPoint.measure=Missing to the order point',
          header: 'To the order point',
          cell: (row) => row.quantityToOrderPoint.measure > 0 && <MissingToOrderPoint row={row} />,
          align: 'end',
          width: 160,
        },
        {
          id: 'quantityInInventory',
          csv: 'export.quantityInInventory=Quantity in inventory',
          header: 'In inventory',
          cell: (row) => <Quantity value={row.quantityInInventory} />,
          sortable: true,
          align: 'end',
          width: 130,
        },
        {
          id: 'quantityInDemand',
          csv: 'export.quantityInDemand=Quantity in demand',
          header: 'In demand',
          cell: (row) => <Quantity value={row.quantityInDemand} />,
          sortable: true,
          align: 'end',
          width: 120,
        },
        {
          id: 'orderPoint',
          csv: 'orderPoint.measure',
          header: 'Order point',
          cell: (row) => row.orderPoint && <Quantity value={row.orderPoint} />,
          align: 'end',
          width: 120,
        },
        {
          id: 'leadTime',
          csv: ['leadTime.measure', 'leadTime.unit=Lead time unit'],
          header: 'Lead time',
          cell: (row) => row.leadTime && <Quantity value={row.leadTime} />,
          sortable: true,
          align: 'end',
          width: 110,
        },
        {
          id: 'supplierNames',
          header: 'Suppliers',
          cell: (row) => row.supplierNames.join(', '),
        },
        {
          id: 'supplierPartNumbers',
          header: 'Their part numbers',
          cell: (row) => row.supplierPartNumbers.filter(Boolean).join(', '),
          defaultHidden: true,
        },
        {
          id: 'manufacturer',
          header: 'Manufacturer',
          cell: (row) => row.manufacturer,
          sortable: true,
          width: 140,
          defaultHidden: true,
        },
        {
          id: 'manufacturerPartNumber',
          header: 'Manufacturer part',
          cell: (row) => row.manufacturerPartNumber,
          width: 150,
          defaultHidden: true,
        },
        {
          id: 'unitGroup',
          csv: 'unitGroup.name',
          header: 'Unit group',
          cell: (row) => row.unitGroup.name,
          width: 120,
          defaultHidden: true,
        },
        {
          id: 'category',
          csv: 'category.name',
          header: 'Category',
          cell: (row) => row.category?.name,
          width: 140,
          defaultHidden: true,
        },
      ]}
      filters={[
        { kind: 'boolean', name: 'needsOnly', label: 'Need', yes: 'Something is needed', no: 'All' },
        {
          kind: 'boolean',
          name: 'isBelowOrderPoint',
          label: 'Order point',
          yes: 'Falls below it',
          no: 'Stays above it',
        },
        { kind: 'multi', name: 'types', label: 'Type', options: itemTypeOptions },
        { kind: 'multi', name: 'categoryIDs', label: 'Category', options: allCategorySource },
        ...suppliers,
      ]}
      {...(session.canOpen(suggestions) ? { primaryAction: { href: suggestions, label: 'Order what is needed' } } : {})}
      views={[
        { id: 'needed', name: 'Needed', query: needed },
        { id: 'below', name: 'Below the order point', query: 'isBelowOrderPoint=true' },
      ]}
      rowHref={(row) => itemHref({ id: row.itemID, type: row.type })}
      rowLabel={(row) => row.sku}
      empty={{
        title: 'No materials yet',
        text: 'Materials with an order point or open demand show here how much of them is needed.',
        icon: 'alert',
        action: { label: 'New material', href: '/dashboard/materials/create' },
      }}
    />
  );
}
