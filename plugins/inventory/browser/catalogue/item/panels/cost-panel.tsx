import { Stack, Title } from '@mantine/core';
import {
  DateText,
  type Fact,
  Facts,
  type ListColumn,
  ListScreen,
  Money,
  PendingState,
  Quantity,
  useEndpoint,
} from '@millwright/core/browser';
import {
  type CostLayer,
  getItemCosts,
  type Item,
  type ItemCosts,
  listCostLayers,
} from '../../../../contracts/index.ts';

const columns: readonly ListColumn<CostLayer>[] = [
  {
    id: 'receivedAt',
    header: 'Received on',
    cell: (row) => <DateText value={row.receivedAt} />,
    sortable: true,
    width: 120,
  },
  {
    id: 'storageLocation',
    csv: 'storageLocation.fullName',
    header: 'Location',
    cell: (row) => row.storageLocation.fullName,
  },
  { id: 'lot', csv: 'lot.lotNumber', header: 'Lot', cell: (row) => row.lot?.lotNumber, width: 90 },
  { id: 'reference', header: 'Reference', cell: (row) => row.reference, width: 130 },
  {
    id: 'quantity',
    csv: 'quantity.measure',
    header: 'Received',
    cell: (row) => <Quantity value={row.quantity} />,
    align: 'end',
    width: 110,
  },
  {
    id: 'remaining',
    csv: 'remaining.measure',
    header: 'Left',
    cell: (row) => <Quantity value={row.remaining} />,
    sortable: true,
    align: 'end',
    width: 110,
  },
  {
    id: 'unitCost',
    header: 'Unit cost',
    cell: (row) => <Money value={row.unitCost} unitPrice />,
    sortable: true,
    align: 'end',
    width: 110,
  },
  {
    id: 'inventoryValue',
    header: 'Value',
    cell: (row) => <Money value={row.inventoryValue} />,
    align: 'end',
    width: 110,
  },
];

const rateText = (rate: ItemCosts['materials'] | null) =>
  rate && (
    <>
      <Money value={rate.value} unitPrice /> / {rate.perUnit}
    </>
  );

const materialLabels = {
  steps: 'Materials (what goes into it)',
  layers: 'Materials (average of the layers)',
  item: 'Materials (standard)',
} as const;

const factsOf = (costs: ItemCosts): Fact[] => [
  { label: 'Unit cost', value: rateText(costs.unitCost) },
  { label: materialLabels[costs.source], value: rateText(costs.materials) },
  ...(costs.source === 'steps'
    ? [
        { label: 'Labour', value: rateText(costs.labor) },
        { label: 'Overhead', value: rateText(costs.overhead) },
      ]
    : []),
  { label: 'Standard', value: rateText(costs.standardUnitCost) },
  { label: 'Last receipt', value: rateText(costs.lastUnitCost) },
  { label: 'Inventory value', value: <Money value={costs.inventoryValue} /> },
];

/** The item's cost, and the receipts behind it: the oldest is used up first. */
export function CostPanel({ item }: { item: Item }) {
  const costs = useEndpoint(getItemCosts, { params: { itemID: item.id } });
  return (
    <Stack gap="md">
      {costs.data ? <Facts facts={factsOf(costs.data)} strip /> : <PendingState query={costs} what="costs" lines={2} />}
      <Title order={3} size="h5">
        Cost layers
      </Title>
      <ListScreen
        embedded
        name="item-cost-layers"
        title="Cost layers"
        endpoint={listCostLayers}
        fixedQuery={{ itemID: item.id }}
        searchable={false}
        filters={[{ kind: 'boolean', name: 'isOpen', label: 'Left', yes: 'Something left', no: 'Used up' }]}
        columns={columns}
        rowLabel={(row) => `${row.quantity.measure} ${row.quantity.unit}`}
        empty={{ title: 'No cost layers yet', text: 'Every receipt makes one, with what it cost.', icon: 'layers' }}
      />
    </Stack>
  );
}
