import { VisuallyHidden } from '@mantine/core';
import { hidden, LinkText, ListScreen, Quantity, StatusBadge, useSession } from '@millwright/core/browser';
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
        { id: 'sku', width: 150 },
        'description',
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
        { id: 'quantityInInventory', csv: 'export.quantityInInventory=Quantity in inventory', header: 'In inventory' },
        { id: 'quantityInDemand', csv: 'export.quantityInDemand=Quantity in demand', header: 'In demand' },
        'orderPoint',
        { id: 'leadTime', csv: ['leadTime.measure', 'leadTime.unit=Lead time unit'] },
        { id: 'supplierNames', header: 'Suppliers' },
        {
          id: 'supplierPartNumbers',
          header: 'Their part numbers',
          cell: (row) => row.supplierPartNumbers.filter(Boolean).join(', '),
          defaultHidden: true,
        },
        ...hidden(
          { id: 'manufacturer', width: 140 },
          { id: 'manufacturerPartNumber', header: 'Manufacturer part', width: 150 },
          { id: 'unitGroup', width: 120 },
          { id: 'category', width: 140 },
        ),
      ]}
      filters={[
        { name: 'needsOnly', label: 'Need', yes: 'Something is needed', no: 'All' },
        { name: 'isBelowOrderPoint', label: 'Order point', yes: 'Falls below it', no: 'Stays above it' },
        { name: 'types', label: 'Type', options: itemTypeOptions },
        { name: 'categoryIDs', options: allCategorySource },
        { name: 'supplierIDs', options: supplierSource },
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
