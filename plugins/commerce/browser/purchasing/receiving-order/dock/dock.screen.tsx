import { SegmentedControl, Text } from '@mantine/core';
import {
  ErrorState,
  LinkButton,
  LoadingState,
  PageHeader,
  useEndpoint,
  useScreenTitle,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { getReceivingOrder } from '../../../../contracts/index.ts';
import classes from './dock.module.css';
import { DockReceive } from './dock-receive.tsx';
import { DockStock } from './dock-stock.tsx';

const steps = [
  { value: 'receive', label: 'Receive' },
  { value: 'stock', label: 'Put away' },
];

/** Counts, labels and puts away received goods, by scanner, keyboard or touch. */
export function ReceivingDockScreen() {
  const { receivingOrderID = '' } = useParams();
  const { canOpen } = useSession();
  const [search, setSearch] = useSearchParams();
  const query = useEndpoint(getReceivingOrder, { params: { receivingOrderID } });
  const [labelled, setLabelled] = useState<readonly string[]>([]);
  const order = query.data;
  useScreenTitle(order ? `Dock ${order.number}` : 'Dock');
  if (query.isError)
    return <ErrorState what="receiving order" error={query.error} onRetry={() => void query.refetch()} />;
  if (!order) return <LoadingState />;
  const step = search.get('step') === 'stock' ? 'stock' : 'receive';
  const go = (next: string) => setSearch(next === 'stock' ? { step: 'stock' } : {}, { replace: true });
  const labels = `/dashboard/labels?type=item${labelled.map((id) => `&ids=${id}`).join('')}`;
  return (
    <>
      <PageHeader
        title={`Receiving order ${order.number}`}
        back={{ href: `/dashboard/receiving-orders/${order.id}`, label: 'the receiving order' }}
      />
      <div className={classes['body']}>
        <Text size="sm" mb="xs">
          {order.supplier.name}
          {order.purchaseOrder && `, purchase order ${order.purchaseOrder.number}`}
        </Text>
        <SegmentedControl fullWidth mb="md" aria-label="Step" data={steps} value={step} onChange={go} />
        {step === 'receive' ? (
          order.canReceive ? (
            <DockReceive
              order={order}
              onReceived={(itemIDs) => {
                setLabelled(itemIDs);
                go('stock');
              }}
            />
          ) : (
            <Text>
              Receiving order {order.number} expects nothing: it is {order.status.name.toLowerCase()}.
            </Text>
          )
        ) : (
          <>
            {labelled.length > 0 && canOpen(labels) && (
              <LinkButton to={labels} variant="default" mb="md">
                Print labels of what came
              </LinkButton>
            )}
            <DockStock order={order} />
          </>
        )}
      </div>
    </>
  );
}
