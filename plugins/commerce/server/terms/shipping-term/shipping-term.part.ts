import { definePart, plainImporter, service } from '@millwright/core/server';
import { shippingTermDeclarations } from '../../../contracts/index.ts';
import { CarrierService } from '../carrier/carrier.service.ts';
import { NewTerms } from '../new-terms.ts';
import { PaymentTermService } from '../payment-term/payment-term.service.ts';
import { seedShippingTerms } from './seed-shipping-terms.ts';
import { ShippingTerm } from './shipping-term.entity.ts';
import { shippingTermRoutes } from './shipping-term.routes.ts';
import { ShippingTermService, shippingTermRecords } from './shipping-term.service.ts';
import { shippingTermImport } from './shipping-term-import.ts';

export const shippingTermPart = definePart({
  ...shippingTermDeclarations,
  entities: [ShippingTerm],
  services: [service(ShippingTermService), service(NewTerms, CarrierService, PaymentTermService, ShippingTermService)],
  routes: (services) => shippingTermRoutes(services.get(ShippingTermService)),
  recordSources: () => [shippingTermRecords],
  imports: () => [plainImporter(shippingTermImport)],
  onEnable: seedShippingTerms,
  samples: [
    {
      table: 'commerce.shipping_term',
      row: {
        code: null,
        name: 'Term {label}',
        is_freight_exempt: false,
        flat_rate: '9.50',
        minimum_order_value: null,
        is_carrier_rate: false,
      },
    },
  ],
});
