import { ApiError } from '../../../contracts/client.ts';

/** Readable form of a domain: `sales orders` for `sales_orders`, `EDI runs` for `edi_runs`. */
export const domainText = (domain: string): string =>
  domain.replaceAll('_', ' ').replace(/\b(api|dc|edi)\b/g, (letters) => letters.toUpperCase());

/** Readable form of a right: `create on sales orders` for `sales_orders:create`. */
export function permissionText(permission: string): string {
  const [domain = '', verb = ''] = permission.split(':');
  return `${verb} on ${domainText(domain)}`;
}

/** Message of an error for people: the API's message, but no details of program errors. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something went wrong on this screen';
