import { Anchor, Button, Group, Table, Text } from '@mantine/core';
import { EmptyState, Panel } from '@millwright/core/browser';
import type { Shipment, ShippingCase } from '../../../contracts/index.ts';
import { labelStates } from '../../../contracts/index.ts';
import { labelText } from './packing/label-tasks.tsx';
import { printCarrierLabel, printCaseLabel } from './shipment-papers.ts';

const sizeOf = ({ length, width, height }: ShippingCase): string =>
  length && width && height ? `${length} x ${width} x ${height} in` : '';

const weightOf = ({ freightWeight, estimatedWeight }: ShippingCase): string =>
  freightWeight === null ? `about ${estimatedWeight} lb, not weighed` : `${freightWeight} lb`;

function Tracking({ each }: { each: ShippingCase }) {
  if (!each.trackingNumber) return null;
  return each.trackingURL ? (
    <Anchor href={each.trackingURL} target="_blank" rel="noreferrer" size="sm" underline="always">
      {each.trackingNumber}
    </Anchor>
  ) : (
    <Text span size="sm">
      {each.trackingNumber}
    </Text>
  );
}

/** The cases of a shipment with their contents. */
export function ShipmentCaseList({ shipment, onEdit }: { shipment: Shipment; onEdit?(held: ShippingCase): void }) {
  if (!shipment.shippingCases.length)
    return <EmptyState title="No cases" icon="box" text="A shipment needs a case before it can leave." />;
  return shipment.shippingCases.map((each) => (
    <Panel
      key={each.id}
      title={`Case ${each.number}`}
      flush
      actions={
        <Group gap={4} wrap="nowrap">
          {onEdit && (
            <Button size="compact-sm" variant="subtle" onClick={() => onEdit(each)}>
              Change
            </Button>
          )}
          {labelStates.is.bought(each.label?.status) && (
            <Button size="compact-sm" variant="subtle" onClick={() => printCarrierLabel(each.id)}>
              Carrier label
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => printCaseLabel(each.id)}>
            Label
          </Button>
        </Group>
      }
    >
      <Text size="sm" c="dimmed" px="md" pb="xs">
        {[weightOf(each), sizeOf(each), each.carrier?.name, each.sscc && `SSCC ${each.sscc}`]
          .filter(Boolean)
          .join(' · ')}{' '}
        <Tracking each={each} />
      </Text>
      {labelText(each.label) && (
        <Text size="sm" px="md" pb="xs" role="status" c={labelStates.is.failed(each.label?.status) ? 'red' : 'dimmed'}>
          {labelText(each.label)}
        </Text>
      )}
      <Table aria-label={`Contents of case ${each.number}`}>
        <Table.Tbody>
          {each.contents.map(({ shipmentLineID, lineItemNumber, sku, description, lotNumber, quantity }) => (
            <Table.Tr key={shipmentLineID}>
              <Table.Td w={40}>{lineItemNumber}</Table.Td>
              <Table.Td>
                {sku}
                <Text size="xs" c="dimmed">
                  {lotNumber ? `${description}, lot ${lotNumber}` : description}
                </Text>
              </Table.Td>
              <Table.Td ta="end">
                {quantity.measure} {quantity.unit}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  ));
}
