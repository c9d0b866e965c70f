import { outsideRoute, type Route, route, updateAccountSettings } from '@millwright/core/server';
import {
  createShippingCase,
  deleteShipment,
  deleteShippingCase,
  getBillOfLading,
  getCartonLabels,
  getPackingSlip,
  getShipment,
  getShipmentSettings,
  getShippingCase,
  getShippingCaseLabels,
  listShipments,
  shipmentSettings,
  shipShipment,
  updateShipment,
  updateShipmentSettings,
  updateShippingCase,
  updateShippingCaseContents,
  useEstimatedWeights,
  voidShipment,
} from '../../../contracts/index.ts';
import { shipmentView } from './list/shipment-list.queries.ts';
import { printCartonLabels, printPaper } from './papers/print-shipment.ts';
import { billOfLading, packingSlip } from './papers/shipment-papers.ts';
import { shipmentSettingsOf } from './record/shipment-settings.ts';
import type { ShipmentService } from './shipment.service.ts';
import { shipPackedShipment } from './status/ship-shipment.ts';
import { removeShipment, takeBackShipment, type Voiding } from './status/void-shipment.ts';

export const shipmentRoutes = (shipping: Voiding, shipments: ShipmentService): Route[] => [
  route(getShipmentSettings, (ctx) => shipmentSettingsOf(ctx)),
  route(updateShipmentSettings, (ctx, { body }) => updateAccountSettings(ctx, 'commerce', shipmentSettings, body)),
  route(listShipments, (ctx, { query }) => shipmentView.find(ctx, query)),
  route(getShipment, (ctx, { params }) => shipping.reader.byID(ctx, params.shipmentID)),
  route(updateShipment, (ctx, { params, body }) => shipments.update(ctx, params.shipmentID, body)),
  route(createShippingCase, (ctx, { params }) => shipments.addCase(ctx, params.shipmentID)),
  route(useEstimatedWeights, (ctx, { params }) => shipments.useEstimates(ctx, params.shipmentID)),
  route(getShippingCase, (ctx, { params }) => shipping.reader.caseByID(ctx, params.shippingCaseID)),
  route(updateShippingCase, (ctx, { params, body }) => shipments.updateCase(ctx, params.shippingCaseID, body)),
  route(deleteShippingCase, (ctx, { params }) => shipments.removeCase(ctx, params.shippingCaseID)),
  route(updateShippingCaseContents, (ctx, { params, body }) => shipments.setContents(ctx, params.shippingCaseID, body)),
  route(deleteShipment, (ctx, { params }) => removeShipment(ctx, params.shipmentID)),
  route(shipShipment, (ctx, { params, body }) => shipPackedShipment(ctx, shipping, params.shipmentID, body)),
  route(voidShipment, (ctx, { params, body }) => takeBackShipment(ctx, shipping, params.shipmentID, body)),
  outsideRoute(getPackingSlip, (ctx, { params }) =>
    printPaper(ctx, shipping.reader, params.shipmentID, (inner, shipment) => packingSlip(inner, shipment)),
  ),
  outsideRoute(getBillOfLading, (ctx, { params }) =>
    printPaper(ctx, shipping.reader, params.shipmentID, (inner, shipment) => billOfLading(inner, shipment)),
  ),
  outsideRoute(getCartonLabels, (ctx, { params, query }) =>
    printCartonLabels(ctx, shipping.reader, { shipmentID: params.shipmentID }, query.labelFormat),
  ),
  outsideRoute(getShippingCaseLabels, (ctx, { params, query }) =>
    printCartonLabels(ctx, shipping.reader, { caseID: params.shippingCaseID }, query.labelFormat),
  ),
];
