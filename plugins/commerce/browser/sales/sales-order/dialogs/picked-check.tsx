import { Alert, Button, Group } from '@mantine/core';
import { LinkButton, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { type SalesOrder, shipmentStates, voidPick } from '../../../../contracts/index.ts';

const isPickedUnshipped = ({ lines }: SalesOrder): boolean =>
  lines.some(({ quantityPicked, quantityShipped }) => quantityPicked.measure > quantityShipped.measure);

/** Explains that an order with picked goods cannot be closed until the goods ship or go back to stock. */
export function PickedCheck({ order }: { order: SalesOrder }) {
  const { can, canOpen } = useSession();
  const back = useEndpointMutation(voidPick);
  const { pickID } = order;
  if (!pickID || !isPickedUnshipped(order)) return null;
  const packed = order.shipments.find(({ statusCode }) => shipmentStates.is.packed(statusCode));
  const shipping = packed ? `/dashboard/shipping/${packed.id}` : `/dashboard/picking/${pickID}`;
  const putBack = async () => {
    try {
      await back.mutateAsync({ params: { pickID }, body: {} });
      toast.success('Everything that was picked is put back');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Alert color="yellow" title="Something is picked that has not shipped">
      <Group gap="xs">
        {canOpen(shipping) && (
          <LinkButton to={shipping} size="compact-sm" variant="default">
            {packed ? 'Ship what is packed' : 'Pack what is picked'}
          </LinkButton>
        )}
        {can('picks:update') && (
          <Button size="compact-sm" variant="default" loading={back.isPending} onClick={() => void putBack()}>
            Put it back
          </Button>
        )}
      </Group>
    </Alert>
  );
}
