import { ApiError } from '../../contracts/client.ts';

/** `sales_orders:create` as people say it: `create on sales orders`. */
export function permissionText(permission: string): string {
  const [domain = '', verb = ''] = permission.split(':');
  return `${verb} on ${domain.replaceAll('_', ' ')}`;
}

/** What may be shown of an error: the API's message, never internals of a program error. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something went wrong on this screen';
