import { type Route, route, updateAccountSettings } from '@millwright/core/server';
import {
  createShippingCase,
  deleteShippingCase,
  getShipment,
  getShipmentSettings,
  getShippingCase,
  listShipments,
  shipmentSettings,
  updateShipment,
  updateShipmentSettings,
  updateShippingCase,
  updateShippingCaseContents,
  useEstimatedWeights,
} from '../../../contracts/index.ts';
import type { ShipmentReader } from './read-shipment.ts';
import type { ShipmentService } from './shipment.service.ts';
import { shipmentView } from './shipment-list.queries.ts';
import { shipmentSettingsOf } from './shipment-settings.ts';

export const shipmentRoutes = (reader: ShipmentReader, shipments: ShipmentService): Route[] => [
  route(getShipmentSettings, (ctx) => shipmentSettingsOf(ctx)),
  route(updateShipmentSettings, (ctx, { body }) => updateAccountSettings(ctx, 'commerce', shipmentSettings, body)),
  route(listShipments, (ctx, { query }) => shipmentView.find(ctx, query)),
  route(getShipment, (ctx, { params }) => reader.byID(ctx, params.shipmentID)),
  route(updateShipment, (ctx, { params, body }) => shipments.update(ctx, params.shipmentID, body)),
  route(createShippingCase, (ctx, { params }) => shipments.addCase(ctx, params.shipmentID)),
  route(useEstimatedWeights, (ctx, { params }) => shipments.useEstimates(ctx, params.shipmentID)),
  route(getShippingCase, (ctx, { params }) => reader.caseByID(ctx, params.shippingCaseID)),
  route(updateShippingCase, (ctx, { params, body }) => shipments.updateCase(ctx, params.shippingCaseID, body)),
  route(deleteShippingCase, (ctx, { params }) => shipments.removeCase(ctx, params.shippingCaseID)),
  route(updateShippingCaseContents, (ctx, { params, body }) => shipments.setContents(ctx, params.shippingCaseID, body)),
];
