import { useEndpoint, useSession } from '@millwright/core/browser';
import { z } from 'zod';
import { getAccount } from '../../../core/contracts/accounts/account.contract.ts';
import { listTeamUsers } from '../../../core/contracts/accounts/member.contract.ts';
import { endpoint } from '../../../core/contracts/endpoints/endpoint.ts';
import { pageQuery } from '../../../core/contracts/endpoints/list-query.ts';

/** A first step in a new account. */
export type StepID = 'email' | 'account' | 'team' | 'product' | 'customer' | 'order';

/**
 * Number of records in a plugin's list. The shell does not import plugins' contracts, but every list answers its count.
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

/** The completed steps, judged by existing records; undefined while they load. Unreadable lists count as not done. */
export function useStepsDone(stepIDs: readonly StepID[]): ReadonlySet<StepID> | undefined {
  const { account, can } = useSession();
  const params = { accountID: account?.id ?? '' };
  const isAsked = (id: StepID): boolean => account !== null && stepIDs.includes(id);
  const profile = useEndpoint(getAccount, { params }, { enabled: isAsked('account') });
  const team = useEndpoint(listTeamUsers, { params, ...oneRow }, { enabled: isAsked('team') });
  const products = useEndpoint(countProducts, oneRow, { enabled: isAsked('product') && can('products:read') });
  const customers = useEndpoint(countCustomers, oneRow, { enabled: isAsked('customer') && can('customers:read') });
  const orders = useEndpoint(countOrders, oneRow, { enabled: isAsked('order') && can('sales_orders:read') });
  if ([profile, team, products, customers, orders].some(({ isLoading }) => isLoading)) return undefined;
  const isDone: Record<StepID, boolean> = {
    email: false,
    account: profile.data?.onboardingStatus === 'complete' || Boolean(profile.data?.billToAddress),
    // The person who created the account is a member already.
    team: (team.data?.count ?? 0) > 1,
    product: (products.data?.count ?? 0) > 0,
    customer: (customers.data?.count ?? 0) > 0,
    order: (orders.data?.count ?? 0) > 0,
  };
  return new Set(stepIDs.filter((id) => isDone[id]));
}
