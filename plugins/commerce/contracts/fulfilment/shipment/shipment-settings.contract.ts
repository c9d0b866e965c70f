import { endpoint } from '@millwright/core/contracts';
import { z } from 'zod';
import { carrierLabelFormats } from '../carrier-service/carrier-port.ts';

/** Shipment settings of an account. */
export const shipmentSettings = z.object({
  /** The account's GS1 company prefix, 6 to 12 digits, which gives cases an SSCC. Null without one. */
  gs1CompanyPrefix: z
    .string()
    .trim()
    .regex(/^\d{6,12}$/, { error: 'Must be 6 to 12 digits, as GS1 gave them' })
    .nullable()
    .default(null),
  /** Format of carriers' labels. */
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

/** Changes the given settings. Packed cases keep their SSCC. */
export const updateShipmentSettings = endpoint({
  name: 'updateShipmentSettings',
  method: 'PATCH',
  path: '/v1/shipment-settings',
  permission: 'sys_properties:update',
  summary: 'Changes the settings of shipments.',
  // Without defaults, which would reset the absent settings.
  body: z.strictObject({
    gs1CompanyPrefix: shipmentSettings.shape.gs1CompanyPrefix.unwrap().optional(),
    carrierLabelFormat: shipmentSettings.shape.carrierLabelFormat.unwrap().optional(),
  }),
  reply: shipmentSettings,
});
