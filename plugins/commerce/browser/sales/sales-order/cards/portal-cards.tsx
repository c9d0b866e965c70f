import {
  DateText,
  EmptyState,
  ErrorState,
  formats,
  LinkText,
  LoadingState,
  Money,
  Panel,
  useEndpoint,
  useSession,
} from '@millwright/core/browser';
import { listOwnOrders, listPortalFrequentProducts, type OwnOrderRow } from '../../../../contracts/index.ts';
import { OwnStage } from '../../../portal/own-order/own-stage.tsx';
import classes from './order-cards.module.css';

const shown = 6;

/** Dashboard of a portal customer: latest orders and frequently ordered products. */
export function PortalCards() {
  const isAllowed = useSession().can('customer_portal:read');
  const orders = useEndpoint(listOwnOrders, { query: { take: shown } }, { enabled: isAllowed });
  if (!isAllowed) return null;
  if (orders.error)
    return (
      <Panel title="Your latest orders">
        <ErrorState error={orders.error} onRetry={() => void orders.refetch()} what="orders" />
      </Panel>
    );
  if (!orders.data) return <LoadingState lines={4} />;
  return (
    <>
      <Panel
        title="Your latest orders"
        actions={
          <LinkText to="/dashboard/my-orders" size="sm">
            All orders
          </LinkText>
        }
      >
        {orders.data.items.length ? (
          <LatestOrders orders={orders.data.items} />
        ) : (
          <EmptyState title="No orders yet" icon="document" text="Your orders are listed here, the newest first." />
        )}
      </Panel>
      <OftenOrdered />
    </>
  );
}

function LatestOrders({ orders }: { orders: readonly OwnOrderRow[] }) {
  return (
    <ul className={classes['rows']}>
      {orders.map((order) => (
        <li key={order.id}>
          <span className={classes['main']}>
            <LinkText to={`/dashboard/my-orders/${order.id}`} size="sm">
              {order.number}
            </LinkText>
            <span className={classes['worth']}>
              {order.customerPO && `${order.customerPO} · `}
              <DateText value={order.promisedAt ?? order.orderedAt} />
            </span>
          </span>
          <OwnStage stage={order.stage} />
          <Money value={order.total} />
        </li>
      ))}
    </ul>
  );
}

function OftenOrdered() {
  const { data } = useEndpoint(listPortalFrequentProducts, { query: { take: shown } });
  if (!data?.items.length) return null;
  return (
    <Panel title="What you order most">
      <ul className={classes['rows']}>
        {data.items.map(({ product, orderCount, quantity, unit }) => (
          <li key={product.id}>
            <span className={classes['main']}>
              <LinkText to={`/dashboard/products/${product.id}`} size="sm">
                {product.sku}
              </LinkText>
              <span className={classes['worth']}>{product.description}</span>
            </span>
            <span className={classes['worth']}>{orderCount === 1 ? '1 order' : `${orderCount} orders`}</span>
            <span>
              {formats().number(quantity)} {unit}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
