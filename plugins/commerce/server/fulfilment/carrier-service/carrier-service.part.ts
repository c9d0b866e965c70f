import {
  contribution,
  definePart,
  every,
  IntegrationService,
  on,
  onOutside,
  outsideRoute,
  reactEmail,
  route,
  service,
} from '@millwright/core/server';
import {
  buyLabels,
  CarrierPort,
  carrierServiceProblems,
  estimateRate,
  getCarrierLabel,
  getCarrierLabels,
  labelEvents,
  labelFailed,
  labelsWanted,
  rateShipment,
  voidLabels,
} from '../../../contracts/index.ts';
import { ShipmentReader } from '../shipment/list/read-shipment.ts';
import { ShipmentService } from '../shipment/shipment.service.ts';
import { connectPracticeCarrier } from './carrier-service-demo.ts';
import { CarrierServices } from './carrier-services.ts';
import { buyWaitingLabels } from './label/buy-labels.ts';
import { cancelWaitingLabels } from './label/cancel-labels.ts';
import type { FailedLabelProps } from './label/failed-label-email.tsx';
import { labelInvariants } from './label/label-invariants.ts';
import { failedLabelNotification, tellOfFailedLabel } from './label/label-notice.ts';
import { printCarrierLabels } from './label/print-labels.ts';
import { requestLabels, requestVoids } from './label/request-labels.ts';
import { ShippingLabel } from './label/shipping-label.entity.ts';
import { CarrierAddresses } from './providers/carrier-addresses.ts';
import { PracticeCarrier } from './providers/practice-carrier.ts';
import { ShippoCarrier } from './providers/shippo-carrier.ts';
import { UPSCarrier } from './providers/ups-carrier.ts';
import { estimatedRate } from './rates/estimate-rate.ts';
import { rateCases } from './rates/rate-shipment.ts';

/** `commerce.failed-label`: a label could not be bought or not be voided. */
const failedLabelEmail = reactEmail<FailedLabelProps>({
  name: 'commerce.failed-label',
  subject: ({ caseNumber, isVoid }) =>
    isVoid ? `The label of case ${caseNumber} was not voided` : `Case ${caseNumber} has no label`,
  load: async () => (await import('./label/failed-label-email.tsx')).FailedLabelEmail,
  sample: {
    shipmentID: 'shp_01h455vb4pex5vsknk084sn02q',
    number: '1042',
    caseNumber: '1042-2',
    isVoid: false,
    message: 'UPS says no: The postal code 55806 is invalid for MN',
  },
});

export const carrierServicePart = definePart({
  problems: carrierServiceProblems,
  events: labelEvents,
  entities: [ShippingLabel],
  contributes: (services) => {
    const addresses = services.get(CarrierAddresses);
    return [
      contribution(CarrierPort, new UPSCarrier(addresses.ups)),
      contribution(CarrierPort, new ShippoCarrier(addresses.shippo)),
      contribution(CarrierPort, new PracticeCarrier()),
    ];
  },
  services: [service(CarrierServices, every(CarrierPort), IntegrationService)],
  routes: (all) => {
    const services = all.get(CarrierServices);
    const parts = { services, reader: all.get(ShipmentReader), shipments: all.get(ShipmentService) };
    return [
      outsideRoute(estimateRate, (ctx, { body }) => estimatedRate(ctx, services, body)),
      outsideRoute(rateShipment, (ctx, { params, body }) => rateCases(ctx, parts, params.shipmentID, body.version)),
      route(buyLabels, (ctx, { params, body }) => requestLabels(ctx, parts, params.shipmentID, body)),
      route(voidLabels, (ctx, { params, body }) => requestVoids(ctx, parts, params.shipmentID, body)),
      outsideRoute(getCarrierLabels, (ctx, { params }) => printCarrierLabels(ctx, { shipmentID: params.shipmentID })),
      outsideRoute(getCarrierLabel, (ctx, { params }) => printCarrierLabels(ctx, { caseID: params.shippingCaseID })),
    ];
  },
  subscriptions: (all) => {
    const services = all.get(CarrierServices);
    return [
      onOutside(labelsWanted, 'commerce.buy-and-void-labels', async (ctx, { shipmentID }) => {
        await cancelWaitingLabels(ctx, services, shipmentID);
        await buyWaitingLabels(ctx, services, shipmentID);
      }),
      on(labelFailed, 'commerce.tell-of-failed-label', tellOfFailedLabel),
    ];
  },
  notifications: [failedLabelNotification],
  emails: [failedLabelEmail],
  invariants: labelInvariants,
  demo: (ctx, _random, services) => connectPracticeCarrier(ctx, services.get(IntegrationService)),
  samples: [
    {
      table: 'commerce.shipping_label',
      row: (ids) => ({
        shipment_id: ids('commerce.shipment'),
        shipping_case_id: ids('commerce.shipping_case'),
        customer_id: ids('commerce.customer'),
        status: 'requested',
        integration_id: 'int_{label}',
        provider: 'Canary {label}',
        format: 'pdf',
      }),
    },
  ],
});
