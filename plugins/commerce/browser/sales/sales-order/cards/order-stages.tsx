import { LinkText, Panel, useSession } from '@millwright/core/browser';
import { isSalesOrderOpen, type SalesOrder } from '../../../../contracts/index.ts';
import classes from '../../../document/order-detail.module.css';
import { ProgressBar } from '../../../document/order-progress.tsx';

/** Stages of an order from issue to invoice. Estimates have no progress. */
export function OrderStages({ order }: { order: SalesOrder }) {
  const { isPortal, can } = useSession();
  const hasBegun = isSalesOrderOpen({ status: order.status.code, completedAt: order.completedAt });
  if (!hasBegun && order.fulfillmentProgress === 0 && order.pickProgress === 0) return null;
  const stages = [
    ['Picked', order.pickProgress],
    ['Packed', order.packProgress],
    ['Shipped', order.shipProgress],
    ['Invoiced', order.fulfillmentProgress],
  ] as const;
  return (
    <Panel
      title="Progress"
      {...(order.pickID && !isPortal && can('picks:read')
        ? {
            actions: (
              <LinkText to={`/dashboard/picking/${order.pickID}`} size="sm">
                Open its pick
              </LinkText>
            ),
          }
        : {})}
    >
      <dl className={classes['stages']}>
        {stages.map(([label, ratio]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>
              <ProgressBar label={label} ratio={ratio} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
