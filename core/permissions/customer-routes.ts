import type { AnyEndpoint } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { Rights } from '../kernel/context/context.ts';

/**
 * Limits people of a customer to endpoints that declare `customers`. A right in a domain opens all its routes to the
 * team, and most of them are not meant for customers.
 * @throws Problem 403 `forbidden`
 */
export function keepToCustomerRoutes({ roleType }: Pick<Rights, 'roleType'>, { customers }: AnyEndpoint): void {
  if (roleType === 'customer' && customers === undefined)
    throw problems.forbidden({ message: 'This is for the people of the house', details: { roleType } });
}
