import type { PortalAvailability } from '../../plugins/commerce/contracts/portal/storefront/storefront.contract.ts';
import { dayFormat } from '../sdk/format.ts';

/** Availability as text. */
export const availabilityText = (language: string | undefined, { code, firstDate }: PortalAvailability): string =>
  code === 'in_stock'
    ? 'In stock'
    : code === 'low'
      ? 'Few left'
      : code === 'expected' && firstDate
        ? `From ${dayFormat(language, firstDate)}`
        : 'On request';
