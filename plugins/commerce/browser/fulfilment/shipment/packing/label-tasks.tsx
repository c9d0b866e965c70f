import { Button, Group, Stack, Text } from '@mantine/core';
import { Panel, toast, useConfirm, useSession } from '@millwright/core/browser';
import type { Shipment, ShippingLabel } from '../../../../contracts/index.ts';
import { labelStates } from '../../../../contracts/index.ts';
import { useShipmentChanges } from '../use-shipment-changes.ts';

/** Status text of a label that is pending or failed; undefined for a bought label. */
export function labelText(label: ShippingLabel | null): string | undefined {
  if (!label || labelStates.is.bought(label.status)) return undefined;
  if (labelStates.is.failed(label.status)) return `No label: ${label.message ?? 'it failed'}`;
  return label.message ? `Buying the label. ${label.message}` : 'Buying the label…';
}

/** Whether labels of the shipment are being bought, so that it has to be polled. */
export const areLabelsComing = (shipment: Shipment | undefined): boolean =>
  shipment?.shippingCases.some(({ label }) => labelStates.is.coming(label?.status)) ?? false;

/** Labels that the carrier refused to cancel. They are charged unless staff settles it with the carrier. */
export function LabelTasks({ shipment }: { shipment: Shipment }) {
  const { can } = useSession();
  const confirm = useConfirm();
  const { voidLabels } = useShipmentChanges();
  if (!shipment.labelTasks.length) return null;
  const params = { shipmentID: shipment.id };
  const give = async (body: { shippingCaseIDs: string[]; isDoneByHand: boolean }) => {
    try {
      await voidLabels.mutateAsync({ params, body });
    } catch (error) {
      toast.error(error);
    }
  };
  const byHand = async (shippingCaseID: string, trackingNumber: string | null) => {
    const isSure = await confirm({
      title: 'Voided by hand?',
      message: `Say so once label ${trackingNumber ?? ''} is void at the carrier. Nobody is asked again.`,
      confirmLabel: 'It is void',
    });
    if (isSure) await give({ shippingCaseIDs: [shippingCaseID], isDoneByHand: true });
  };
  return (
    <Panel title="Labels to void">
      <Stack gap="xs">
        {shipment.labelTasks.map(({ labelID, shippingCaseID, caseNumber, provider, trackingNumber, message }) => (
          <div key={labelID}>
            <Text size="sm">
              Case {caseNumber}, {provider} {trackingNumber}: {message}
            </Text>
            {can('shipments:update') && (
              <Group gap="xs" mt={4}>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => void give({ shippingCaseIDs: [shippingCaseID], isDoneByHand: false })}
                >
                  Try again
                </Button>
                <Button size="compact-sm" variant="subtle" onClick={() => void byHand(shippingCaseID, trackingNumber)}>
                  Voided by hand
                </Button>
              </Group>
            )}
          </div>
        ))}
      </Stack>
    </Panel>
  );
}
