import {
  DateText,
  EmptyState,
  formats,
  LinkText,
  LoadingState,
  Money,
  Panel,
  useEndpoint,
} from '@millwright/core/browser';
import { listFrequentlyOrderedProducts, listSalesOrders, type SalesOrderRow } from '../../../contracts/index.ts';
import classes from './order-cards.module.css';
import { OrderStatusBadge } from './order-status.tsx';

const shown = 6;

/** What a customer sees of itself: its latest orders and what it orders most often. */
export function PortalCards() {
  const orders = useEndpoint(listSalesOrders, { query: { take: shown, sortBy: 'createdAt', sortOrder: 'desc' } });
  if (!orders.data) return <LoadingState lines={4} />;
  const [latest] = orders.data.items;
  return (
    <>
      <Panel
        title="Your latest orders"
        actions={
          <LinkText to="/dashboard/sales-orders" size="sm">
            All orders
          </LinkText>
        }
      >
        {latest ? (
          <LatestOrders orders={orders.data.items} />
        ) : (
          <EmptyState title="No orders yet" icon="document" text="Your orders are listed here, the newest first." />
        )}
      </Panel>
      {latest && <OftenOrdered customerID={latest.customer.id} />}
    </>
  );
}

function LatestOrders({ orders }: { orders: readonly SalesOrderRow[] }) {
  return (
    <ul className={classes['rows']}>
      {orders.map((order) => (
        <li key={order.id}>
          <span className={classes['main']}>
            <LinkText to={`/dashboard/sales-orders/${order.id}`} size="sm">
              {order.number}
            </LinkText>
            <span className={classes['worth']}>
              {order.customerPO && `${order.customerPO} · `}
              <DateText value={order.promisedAt ?? order.createdAt} />
            </span>
          </span>
          <OrderStatusBadge status={order.status} />
          <Money value={order.total} />
        </li>
      ))}
    </ul>
  );
}

function OftenOrdered({ customerID }: { customerID: string }) {
  const { data } = useEndpoint(listFrequentlyOrderedProducts, {
    params: { customerID },
    query: { take: shown, isOrderable: true },
  });
  if (!data?.items.length) return null;
  return (
    <Panel title="What you order most">
      <ul className={classes['rows']}>
        {data.items.map(({ product, orderCount, usualQuantity }) => (
          <li key={product.id}>
            <span className={classes['main']}>
              <LinkText to={`/dashboard/products/${product.id}`} size="sm">
                {product.sku}
              </LinkText>
              <span className={classes['worth']}>{product.description}</span>
            </span>
            <span className={classes['worth']}>{orderCount === 1 ? '1 order' : `${orderCount} orders`}</span>
            <span>
              {formats().number(usualQuantity.measure)} {usualQuantity.unit}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
