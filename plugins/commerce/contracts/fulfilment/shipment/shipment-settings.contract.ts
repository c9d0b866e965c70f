import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { carrierLabelFormats } from '../carrier-service/carrier-port.ts';

/** What an account can set about shipments. */
export const shipmentSettings = z.object({
  /** Company prefix that GS1 gave the account, 6 to 12 digits: cases then get an SSCC. Null without one. */
  gs1CompanyPrefix: z
    .string()
    .trim()
    .regex(/^\d{6,12}$/, { error: 'Must be 6 to 12 digits, as GS1 gave them' })
    .nullable()
    .default(null),
  /** How carriers' labels are bought. */
  carrierLabelFormat: z.enum(carrierLabelFormats).default('pdf'),
});
export type ShipmentSettings = z.output<typeof shipmentSettings>;

/** Reads the settings of shipments. */
export const getShipmentSettings = endpoint({
  name: 'getShipmentSettings',
  method: 'GET',
  path: '/v1/shipment-settings',
  permission: 'shipments:read',
  summary: 'Reads the settings of shipments.',
  reply: shipmentSettings,
});

/** Changes them; those that are not sent stay. Cases that are packed keep their SSCC. */
export const updateShipmentSettings = endpoint({
  name: 'updateShipmentSettings',
  method: 'PATCH',
  path: '/v1/shipment-settings',
  permission: 'sys_properties:update',
  summary: 'Changes the settings of shipments.',
  // Without the defaults, which would clear what is not sent.
  body: z.strictObject({
    gs1CompanyPrefix: shipmentSettings.shape.gs1CompanyPrefix.unwrap().optional(),
    carrierLabelFormat: shipmentSettings.shape.carrierLabelFormat.unwrap().optional(),
  }),
  reply: shipmentSettings,
});
