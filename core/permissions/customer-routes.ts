import type { AnyEndpoint } from '../contracts/endpoint.ts';
import { problems } from '../contracts/problem.ts';
import type { Rights } from '../kernel/context.ts';

/**
 * Keeps people of a customer to the endpoints that say what of theirs they show. A right to a domain opens all routes
 * of that domain to the team, and most of them are none of a customer's business.
 * @throws Problem 403 `forbidden`
 */
export function keepToCustomerRoutes({ roleType }: Pick<Rights, 'roleType'>, { customers }: AnyEndpoint): void {
  if (roleType === 'customer' && customers === undefined)
    throw problems.forbidden({ message: 'This is for the people of the house', details: { roleType } });
}
