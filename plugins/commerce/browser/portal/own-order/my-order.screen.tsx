import { Alert, Anchor, Button, Group, List, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import {
  ApiError,
  accountURL,
  addressLines,
  CardTable,
  DateText,
  ErrorState,
  Facts,
  FilesPanel,
  FormDialog,
  formats,
  Icon,
  LoadingState,
  Money,
  NoteField,
  Panel,
  toast,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { z } from 'zod';
import { answerEstimate, getOwnOrder, type OwnOrder, reorder } from '../../../contracts/index.ts';
import { PortalFrame } from '../storefront/portal-frame.tsx';
import { OwnStage } from './own-stage.tsx';
import { PayButton } from './pay-button.tsx';
import { ReturnDialog } from './return-dialog.tsx';

/** An order in the portal: its stage, its totals and the possible actions. */
export function MyOrderScreen() {
  const { orderID = '' } = useParams();
  return (
    <PortalFrame title="Order" back={{ href: '/dashboard/my-orders', label: 'my orders' }}>
      {({ profile, asCustomer }) => <Order orderID={orderID} asCustomer={asCustomer} canAct={!profile.isVisit} />}
    </PortalFrame>
  );
}

function Order(props: { orderID: string; asCustomer: { asCustomerID?: string }; canAct: boolean }) {
  const { orderID, asCustomer, canAct } = props;
  const [search] = useSearchParams();
  const query = useEndpoint(getOwnOrder, { params: { orderID }, query: asCustomer });
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} what="order" />;
  if (!query.data) return <LoadingState />;
  const order = query.data;
  return (
    <Stack>
      {search.get('thanks') && (
        <Alert color="green" icon={<Icon name="check" />} title="Thank you for your order">
          We have it. The confirmation is on its way to your mail.
        </Alert>
      )}
      {search.get('pay') && order.canPay && canAct && (
        <Alert color="orange" icon={<Icon name="receipt" />} title="One step is left">
          Pay by card, and your order goes to work. What is in stock is kept for you while you pay.
        </Alert>
      )}
      <Group justify="space-between">
        <Group>
          <Text component="h2" fz="xl" fw={600}>
            {order.number}
          </Text>
          <OwnStage stage={order.stage} />
        </Group>
        {canAct && <OrderActions order={order} onChanged={() => void query.refetch()} />}
      </Group>
      <Panel flush>
        <Facts
          strip
          facts={[
            { label: 'Your number', value: order.customerPO },
            { label: 'Ordered', value: <DateText value={order.orderedAt} /> },
            { label: 'Promised', value: order.promisedAt && <DateText value={order.promisedAt} /> },
            { label: 'Valid until', value: order.validUntil && <DateText value={order.validUntil} /> },
            { label: 'Shipping', value: order.carrier },
            { label: 'Payment', value: order.paymentTerm },
          ]}
        />
      </Panel>
      <Lines order={order} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Panel title="Shipments">
          {order.shipments.length ? (
            <List listStyleType="none">
              {order.shipments.map(({ number, shippedAt, carrier, trackingNumber, trackingURL }) => (
                <List.Item key={number}>
                  <DateText value={shippedAt} /> {carrier}{' '}
                  {trackingURL ? (
                    <Anchor href={trackingURL} target="_blank" rel="noreferrer" underline="always">
                      Track {trackingNumber}
                    </Anchor>
                  ) : (
                    trackingNumber
                  )}
                </List.Item>
              ))}
            </List>
          ) : (
            'Nothing has left yet'
          )}
        </Panel>
        <Panel title="Invoices">
          {order.invoices.length ? (
            <List listStyleType="none">
              {order.invoices.map(({ id, number, total, isPaid }) => (
                <List.Item key={id}>
                  <Anchor
                    href={accountURL(`/v1/portal/invoices/${id}/pdf`, asCustomer)}
                    target="_blank"
                    underline="always"
                  >
                    Invoice {number}
                  </Anchor>{' '}
                  <Money value={total} /> {isPaid ? 'paid' : 'open'}
                </List.Item>
              ))}
            </List>
          ) : (
            'None yet'
          )}
        </Panel>
        <Panel title="Ship to">
          {order.shipTo
            ? [order.shipTo.name, ...addressLines(order.shipTo)].map((line) => <div key={line}>{line}</div>)
            : 'No address'}
        </Panel>
        {order.note && (
          <Panel title="Message">
            <Text style={{ whiteSpace: 'pre-wrap' }}>{order.note}</Text>
          </Panel>
        )}
      </SimpleGrid>
      <FilesPanel record={{ type: 'sales_order', id: order.id }} isVisit={!canAct} />
    </Stack>
  );
}

function Lines({ order }: { order: OwnOrder }) {
  return (
    <CardTable minWidth={520} aria-label="Lines">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Product</Table.Th>
          <Table.Th>Quantity</Table.Th>
          <Table.Th>Where it is</Table.Th>
          <Table.Th ta="end">Price</Table.Th>
          <Table.Th ta="end">Total</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.lines.map((line) => (
          <Table.Tr key={line.id}>
            <Table.Td>
              <Text fw={600}>{line.sku}</Text>
              <Text size="sm" c="dimmed">
                {line.description}
              </Text>
            </Table.Td>
            <Table.Td data-label="Quantity">
              {line.quantity} {line.unit}
            </Table.Td>
            <Table.Td data-label="Where it is">
              {line.state}
              {line.firstDate && (
                <Text size="sm" c="dimmed">
                  All of it from {formats().date(line.firstDate)}
                </Text>
              )}
            </Table.Td>
            <Table.Td ta="end" data-label="Price">
              <Money value={line.unitPrice} unitPrice />
            </Table.Td>
            <Table.Td ta="end" data-label="Total">
              <Money value={line.total} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        {order.discount && (
          <Table.Tr>
            <Table.Th colSpan={4} ta="end">
              {order.discount.name}
            </Table.Th>
            <Table.Th ta="end">
              <Money value={-order.discount.amount} />
            </Table.Th>
          </Table.Tr>
        )}
        <Table.Tr>
          <Table.Th colSpan={4} ta="end">
            Total
          </Table.Th>
          <Table.Th ta="end">
            <Money value={order.total} />
          </Table.Th>
        </Table.Tr>
      </Table.Tfoot>
    </CardTable>
  );
}

const message = z.object({ message: answerEstimate.body!.shape.message });

function OrderActions({ order, onChanged }: { order: OwnOrder; onChanged(): void }) {
  const navigate = useNavigate();
  const again = useEndpointMutation(reorder);
  const answer = useEndpointMutation(answerEstimate);
  const [step, setStep] = useState<'accept' | 'decline' | 'return' | null>(null);
  const params = { orderID: order.id };
  const canReturn = order.lines.some(({ shipped }) => shipped > 0);
  const orderAgain = async () => {
    try {
      const { left } = await again.mutateAsync({ params });
      toast.success(
        left.length
          ? `In your cart, but for ${left.map(({ sku }) => sku).join(', ')}: not sold to you any more`
          : 'The lines are in your cart',
      );
      await navigate('/dashboard/shopping/cart');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Group>
      {canReturn && (
        <Button variant="default" onClick={() => setStep('return')}>
          Return something
        </Button>
      )}
      <Button variant="default" loading={again.isPending} onClick={() => void orderAgain()}>
        Order again
      </Button>
      {order.canPay && <PayButton order={order} onChanged={onChanged} />}
      {order.canAnswer && (
        <>
          <Button variant="default" onClick={() => setStep('decline')}>
            Decline
          </Button>
          {order.canAccept && <Button onClick={() => setStep('accept')}>Accept</Button>}
        </>
      )}
      {step === 'return' && <ReturnDialog order={order} onClose={() => setStep(null)} />}
      {(step === 'accept' || step === 'decline') && (
        <FormDialog
          opened
          onClose={() => setStep(null)}
          title={step === 'accept' ? `Accept ${order.number}?` : `Decline ${order.number}?`}
          schema={message}
          values={{ message: null }}
          saveLabel={step === 'accept' ? 'Accept and order' : 'Decline'}
          onSave={async (body) => {
            try {
              await answer.mutateAsync({ params, body: { ...body, answer: step, offerVersion: order.offerVersion } });
              toast.success(step === 'accept' ? 'Thank you for your order' : 'We have told your contact');
            } catch (error) {
              if (!(error instanceof ApiError) || error.status !== 409) throw error;
              // The offer has changed since it was shown. The person must see the new version before accepting, so the
              // order is read again.
              toast.error(error);
              onChanged();
            }
            setStep(null);
          }}
        >
          <NoteField name="message" label="Message" />
        </FormDialog>
      )}
    </Group>
  );
}
