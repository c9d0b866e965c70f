import { useEndpoint, useSession } from '@millwright/core/browser';
import { z } from 'zod';
import { getAccount } from '../../core/contracts/account.contract.ts';
import { endpoint } from '../../core/contracts/endpoint.ts';
import { pageQuery } from '../../core/contracts/list-query.ts';
import { listTeamUsers } from '../../core/contracts/member.contract.ts';

/** A first step in a new account. */
export type StepID = 'email' | 'account' | 'team' | 'product' | 'customer' | 'order';

/**
 * How many records a plugin's list has. The shell does not know the plugins' contracts; every list answers its count.
 */
const countOf = <const Path extends string>(name: string, path: Path, permission: `${string}:read`) =>
  endpoint({
    name,
    method: 'GET',
    path,
    permission,
    summary: 'Counts the records of a list.',
    query: pageQuery,
    reply: z.object({ count: z.number() }),
  });

const countProducts = countOf('countProducts', '/v1/products', 'products:read');
const countCustomers = countOf('countCustomers', '/v1/customers', 'customers:read');
const countOrders = countOf('countSalesOrders', '/v1/sales-orders', 'sales_orders:read');
const oneRow = { query: { take: 1 } };

/**
 * Which of these steps are done, by what exists; undefined until that is known. What cannot be read counts as not done.
 */
export function useStepsDone(asked: readonly StepID[]): ReadonlySet<StepID> | undefined {
  const { account, can } = useSession();
  const params = { accountID: account?.id ?? '' };
  const isAsked = (id: StepID): boolean => account !== null && asked.includes(id);
  const profile = useEndpoint(getAccount, { params }, { enabled: isAsked('account') });
  const team = useEndpoint(listTeamUsers, { params, ...oneRow }, { enabled: isAsked('team') });
  const products = useEndpoint(countProducts, oneRow, { enabled: isAsked('product') && can('products:read') });
  const customers = useEndpoint(countCustomers, oneRow, { enabled: isAsked('customer') && can('customers:read') });
  const orders = useEndpoint(countOrders, oneRow, { enabled: isAsked('order') && can('sales_orders:read') });
  if ([profile, team, products, customers, orders].some(({ isLoading }) => isLoading)) return undefined;
  const isDone: Record<StepID, boolean> = {
    email: false,
    account: profile.data?.onboardingStatus === 'complete' || Boolean(profile.data?.billToAddress),
    // The person who made the account is on the team already.
    team: (team.data?.count ?? 0) > 1,
    product: (products.data?.count ?? 0) > 0,
    customer: (customers.data?.count ?? 0) > 0,
    order: (orders.data?.count ?? 0) > 0,
  };
  return new Set(asked.filter((id) => isDone[id]));
}
