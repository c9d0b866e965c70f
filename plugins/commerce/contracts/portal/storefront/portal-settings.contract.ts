import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';

/** Portal settings of an account. */
export const portalSettings = z.object({
  /** Whether customers see a product's manufacturer and manufacturer part number. */
  showsManufacturer: z.boolean().default(false),
});
export type PortalSettings = z.output<typeof portalSettings>;

/** Reads the settings of the portal. */
export const getPortalSettings = endpoint({
  name: 'getPortalSettings',
  method: 'GET',
  path: '/v1/portal-settings',
  permission: 'product_line_access:read',
  summary: 'Reads the settings of the portal.',
  reply: portalSettings,
});

/** Changes the given settings. */
export const updatePortalSettings = endpoint({
  name: 'updatePortalSettings',
  method: 'PATCH',
  path: '/v1/portal-settings',
  permission: 'sys_properties:update',
  summary: 'Changes the settings of the portal.',
  // Without defaults, which would reset the absent settings.
  body: z.strictObject({ showsManufacturer: z.boolean().optional() }),
  reply: portalSettings,
});
