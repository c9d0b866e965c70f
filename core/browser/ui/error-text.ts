import { ApiError } from '../../contracts/client.ts';

/** `sales_orders` as people write it: `sales orders`; `edi_runs`: `EDI runs`. */
export const domainText = (domain: string): string =>
  domain.replaceAll('_', ' ').replace(/\b(api|dc|edi)\b/g, (letters) => letters.toUpperCase());

/** `sales_orders:create` as people say it: `create on sales orders`. */
export function permissionText(permission: string): string {
  const [domain = '', verb = ''] = permission.split(':');
  return `${verb} on ${domainText(domain)}`;
}

/** What may be shown of an error: the API's message, never internals of a program error. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something went wrong on this screen';
