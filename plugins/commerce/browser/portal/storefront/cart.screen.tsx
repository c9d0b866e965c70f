import { ActionIcon, Button, Group, NumberInput, Select, Stack, Table, Text } from '@mantine/core';
import {
  CardTable,
  EmptyState,
  ErrorState,
  Icon,
  LinkButton,
  LoadingState,
  Money,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import {
  type Cart,
  type CartLine,
  changeCartLine,
  emptyCart,
  getCart,
  removeCartLine,
} from '../../../contracts/index.ts';
import { PortalFrame } from './portal-frame.tsx';
import { Availability, PriceWithWhy } from './portal-words.tsx';

export function CartScreen() {
  return (
    <PortalFrame title="Cart" back={{ href: '/dashboard/shopping', label: 'the shop' }}>
      {({ profile }) =>
        profile.isVisit ? (
          <EmptyState
            title="Carts are private"
            text="Each person of a customer has a cart of their own."
            icon="receipt"
          />
        ) : (
          <OwnCart canOrder={!profile.isOnHold} />
        )
      }
    </PortalFrame>
  );
}

function OwnCart({ canOrder }: { canOrder: boolean }) {
  const cart = useEndpoint(getCart, {});
  const empty = useEndpointMutation(emptyCart);
  const confirm = useConfirm();
  if (cart.error) return <ErrorState error={cart.error} onRetry={() => void cart.refetch()} what="cart" />;
  if (!cart.data) return <LoadingState />;
  if (!cart.data.lines.length)
    return (
      <EmptyState
        title="Your cart is empty"
        text="What you add in the shop waits here, also when you come back tomorrow."
        icon="receipt"
        action={{ label: 'To the shop', href: '/dashboard/shopping' }}
      />
    );
  const clear = async () => {
    if (!(await confirm({ title: 'Empty the cart?', message: 'All lines go.', confirmLabel: 'Empty' }))) return;
    await empty.mutateAsync({}).catch((error) => toast.error(error));
  };
  const isGood = cart.data.lines.every(({ fault }) => fault === null);
  return (
    <Stack>
      <CartLines cart={cart.data} />
      <Group justify="space-between">
        <Button variant="default" onClick={() => void clear()}>
          Empty the cart
        </Button>
        <Group>
          <Text fw={600}>
            Subtotal <Money value={cart.data.subtotal} />
          </Text>
          {isGood && canOrder && <LinkButton to="/dashboard/shopping/checkout">Check out</LinkButton>}
        </Group>
      </Group>
      {!isGood && (
        <Text c="var(--mantine-color-error)" role="alert">
          Take out what cannot be ordered, then check out.
        </Text>
      )}
    </Stack>
  );
}

function CartLines({ cart }: { cart: Cart }) {
  return (
    <CardTable minWidth={560} aria-label="Cart">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Product</Table.Th>
          <Table.Th>Quantity</Table.Th>
          <Table.Th>Price</Table.Th>
          <Table.Th ta="end">Total</Table.Th>
          <Table.Th>
            <span aria-hidden="true" />
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {cart.lines.map((line) => (
          <CartRow key={line.id} line={line} />
        ))}
      </Table.Tbody>
    </CardTable>
  );
}

function CartRow({ line }: { line: CartLine }) {
  const change = useEndpointMutation(changeCartLine);
  const remove = useEndpointMutation(removeCartLine);
  const params = { cartLineID: line.id };
  const { sku } = line.product;
  const save = (body: { quantity?: number; unitID?: string }) =>
    change.mutateAsync({ params, body }).catch((error) => toast.error(error));
  const { measure, unitID, unit } = line.quantity;
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{sku}</Text>
        <Text size="sm" c="dimmed">
          {line.product.description}
        </Text>
        {line.fault ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {line.fault}
          </Text>
        ) : (
          <Availability availability={line.availability} />
        )}
      </Table.Td>
      <Table.Td data-label="Quantity">
        <Group gap="xs" wrap="nowrap">
          <NumberInput
            key={`${measure} ${unitID}`}
            aria-label={`Quantity of ${sku}`}
            defaultValue={measure}
            min={0}
            w={90}
            onBlur={({ currentTarget }) => {
              const next = Number(currentTarget.value.replaceAll(',', ''));
              if (next > 0 && next !== measure) void save({ quantity: next });
            }}
          />
          {line.units.length > 1 ? (
            <Select
              aria-label={`Unit of ${sku}`}
              value={unitID}
              allowDeselect={false}
              w={110}
              data={line.units.map((each) => ({ value: each.unitID, label: each.unit }))}
              onChange={(next) => next && next !== unitID && void save({ unitID: next })}
            />
          ) : (
            unit
          )}
        </Group>
      </Table.Td>
      <Table.Td data-label="Price">
        <PriceWithWhy price={line.unitPrice} trace={line.priceTrace} unit={unit} />
        {line.formerUnitPrice !== null && (
          <Text size="xs">
            was <Money value={line.formerUnitPrice} unitPrice />
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="end" data-label="Total">
        <Money value={line.total} />
      </Table.Td>
      <Table.Td>
        <ActionIcon
          aria-label={`Remove ${sku}`}
          loading={remove.isPending}
          onClick={() => void remove.mutateAsync({ params }).catch((error) => toast.error(error))}
        >
          <Icon name="trash" />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
