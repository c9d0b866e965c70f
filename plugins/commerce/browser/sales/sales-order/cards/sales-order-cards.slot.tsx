import {
  EmptyState,
  formats,
  LinkText,
  Money,
  Panel,
  PendingState,
  useEndpoint,
  useSession,
} from '@millwright/core/browser';
import { Link } from 'react-router';
import { getSalesOrderSummary, type SalesOrderSummary } from '../../../../contracts/index.ts';
import { DailyOrders } from '../daily-orders.tsx';
import classes from './order-cards.module.css';
import { PortalCards } from './portal-cards.tsx';

interface Figure {
  label: string;
  sums: { count: number; total: number };
  href: string;
  /** The same list in the customer portal. */
  portalHref: string;
  hint?: string;
  isAlarming?: boolean;
}

const change = (now: number, before: number): string => {
  if (before === 0) return now === 0 ? 'As last week' : 'None by this time last week';
  const ratio = now / before - 1;
  const percent = formats().percent(Math.abs(ratio));
  return ratio === 0 ? 'As last week' : `${percent} ${ratio > 0 ? 'more' : 'less'} than last week`;
};

const figuresOf = ({ open, late, quoted, thisWeek, lastWeek }: SalesOrderSummary): Figure[] => [
  {
    label: 'Open orders',
    sums: open,
    href: '/dashboard/sales-orders?view=open&isOpen=true',
    portalHref: '/dashboard/my-orders?state=open',
  },
  {
    label: 'Late',
    sums: late,
    href: '/dashboard/sales-orders?view=late&isLate=true&sortBy=promisedAt&sortOrder=asc',
    portalHref: '/dashboard/my-orders?state=open&sortBy=promisedAt&sortOrder=asc',
    isAlarming: late.count > 0,
  },
  {
    label: 'Estimates',
    sums: quoted,
    href: '/dashboard/sales-orders?view=estimates&statusCodes=estimate&statusCodes=bid_request',
    portalHref: '/dashboard/my-orders?state=estimates',
  },
  {
    label: 'New this week',
    sums: thisWeek,
    href: '/dashboard/sales-orders?sortBy=createdAt&sortOrder=desc',
    portalHref: '/dashboard/my-orders',
    hint: change(thisWeek.total, lastWeek.total),
  },
];

function Figures({ summary }: { summary: SalesOrderSummary }) {
  const { isPortal, can } = useSession();
  const isInPortal = isPortal && can('customer_portal:read');
  return (
    <ul className={classes['figures']}>
      {figuresOf(summary).map(({ label, sums, href, portalHref, hint, isAlarming }) => (
        <li key={label}>
          <Link to={isInPortal ? portalHref : href} className={classes['figure'] ?? ''}>
            <span className={classes['label']}>{label}</span>
            <span className={classes['count']} data-alarming={isAlarming || undefined}>
              {sums.count.toLocaleString(formats().settings.locale)}
            </span>
            <span className={classes['worth']}>
              <Money value={sums.total} />
              {hint && !isPortal && ` · ${hint}`}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function TopCustomers({ customers }: { customers: SalesOrderSummary['topCustomers'] }) {
  const session = useSession();
  if (customers.length === 0)
    return <EmptyState title="No orders in 90 days" icon="group" text="Who orders most is listed here." />;
  const most = Math.max(...customers.map(({ total }) => total), 1);
  return (
    <ol className={classes['ranking']}>
      {customers.map(({ id, name, count, total }) => (
        <li key={id}>
          <span className={classes['bar']} style={{ width: `${Math.max((total / most) * 100, 1)}%` }} />
          <span className={classes['name']}>
            {session.can('customers:read') ? (
              <LinkText to={`/dashboard/customers/${id}`} size="sm">
                {name}
              </LinkText>
            ) : (
              name
            )}
          </span>
          <span className={classes['worth']}>{count === 1 ? '1 order' : `${count} orders`}</span>
          <Money value={total} />
        </li>
      ))}
    </ol>
  );
}

export function SalesOrderCardsSlot() {
  const session = useSession();
  const isAllowed = session.can('sales_orders:read');
  const summary = useEndpoint(getSalesOrderSummary, {}, { enabled: isAllowed, refetchInterval: 60_000 });
  if (!isAllowed) return null;
  if (!summary.data)
    return (
      <div data-wide>
        <Panel title="Sales orders">
          <PendingState query={summary} what="figures" lines={4} />
        </Panel>
      </div>
    );
  return (
    <>
      <div data-wide>
        <Panel flush>
          <Figures summary={summary.data} />
        </Panel>
      </div>
      {session.isPortal ? <PortalCards /> : <HouseCards summary={summary.data} />}
    </>
  );
}

function HouseCards({ summary }: { summary: SalesOrderSummary }) {
  return (
    <>
      <Panel
        title="Orders of the last 14 days"
        actions={
          <LinkText to="/dashboard/sales-orders" size="sm">
            All orders
          </LinkText>
        }
      >
        <DailyOrders days={summary.days} />
      </Panel>
      <Panel title="Best customers of 90 days">
        <TopCustomers customers={summary.topCustomers} />
      </Panel>
    </>
  );
}
