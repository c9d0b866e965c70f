import { definePart, every, type Reference, service } from '@millwright/core/server';
import { StockPort } from '@millwright/inventory/contracts';
import {
  ShipGatePort,
  shipmentDeclarations,
  shipmentEvents,
  shipmentLinesView,
  shipmentProblems,
  shipmentSettings,
  shipmentsView,
} from '../../../contracts/index.ts';
import { OrderPromises } from '../../sales/sales-order/status/order-promises.ts';
import { carrierFileImporter } from './carrier-file/carrier-file-importer.ts';
import { shipmentEmails } from './emails/shipment-emails.ts';
import { orderShipped, shipmentEmail } from './emails/shipment-mail.ts';
import { ShipmentReader } from './list/read-shipment.ts';
import { shipmentView } from './list/shipment-list.queries.ts';
import { createDemoShipments } from './record/shipment-demo.ts';
import { shipmentInvariants } from './record/shipment-invariants.ts';
import { shipmentSamples } from './record/shipment-samples.ts';
import { Shipment, ShipmentLine, ShippingCase, ShippingCaseContent } from './shipment.entity.ts';
import { shipmentRoutes } from './shipment.routes.ts';
import { ShipmentService } from './shipment.service.ts';
import { ShipmentInvoicing } from './status/shipment-invoicing.ts';

const what = ['shipment', 'shipments'] as const;

const reference = (to: string, column: string): Reference => ({
  to,
  what,
  table: 'commerce.shipment',
  column,
  label: 'referrer.number',
});

const ofCase = `(select shipment.number from commerce.shipment shipment
  where shipment.account_id = {account} and shipment.id = referrer.shipment_id)`;

export const shipmentPart = definePart({
  problems: shipmentProblems,
  ...shipmentDeclarations,
  events: shipmentEvents,
  views: [shipmentsView, shipmentLinesView],
  settings: shipmentSettings,
  entities: [Shipment, ShipmentLine, ShippingCase, ShippingCaseContent],
  references: [
    reference('carrier', 'carrier_id'),
    reference('carrier_option', 'carrier_option_id'),
    reference('customer', 'customer_id'),
    { to: 'carrier', what, table: 'commerce.shipping_case', column: 'carrier_id', once: 'shipment_id', label: ofCase },
    { to: 'item', what, table: 'commerce.shipment_line', column: 'item_id', once: 'shipment_id', label: ofCase },
  ],
  services: [service(ShipmentReader, every(ShipGatePort)), service(ShipmentService, ShipmentReader)],
  routes: (services) => {
    const shipping = {
      reader: services.get(ShipmentReader),
      stock: services.get(StockPort),
      promises: services.get(OrderPromises),
      invoices: services.get(ShipmentInvoicing),
    };
    return shipmentRoutes(shipping, services.get(ShipmentService));
  },
  recordSources: (services) => [
    {
      type: 'shipment',
      label: async (ctx, id) => {
        const { number, customer } = await shipmentView.byID(ctx, id);
        return `${number} ${customer.name}`;
      },
      email: async (ctx, id, recipients, status) =>
        shipmentEmail(ctx, await services.get(ShipmentReader).byID(ctx, id), recipients, status),
      findByNumber: async (ctx, number) => {
        const { items } = await shipmentView.find(ctx, { query: number, take: 20, skip: 0, sortOrder: 'asc' });
        return items.filter((each) => each.number === number).map((each) => ({ id: each.id, label: each.number }));
      },
    },
  ],
  imports: () => [carrierFileImporter()],
  notifications: [orderShipped],
  emails: shipmentEmails,
  slots: ['commerce.shipment.panels'],
  numbering: [{ kind: 'shipment', label: 'Shipments', first: 1000 }],
  invariants: shipmentInvariants,
  demo: (ctx, random) => createDemoShipments(ctx, random),
  samples: shipmentSamples,
});
