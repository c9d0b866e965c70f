import { definePart, plainImporter, service } from '@millwright/core/server';
import { paymentTermDeclarations } from '../../../contracts/index.ts';
import { PaymentTerm } from './payment-term.entity.ts';
import { paymentTermRoutes } from './payment-term.routes.ts';
import { PaymentTermService, paymentTermRecords } from './payment-term.service.ts';
import { paymentTermImport } from './payment-term-import.ts';
import { seedPaymentTerms } from './seed-payment-terms.ts';

export const paymentTermPart = definePart({
  ...paymentTermDeclarations,
  entities: [PaymentTerm],
  services: [service(PaymentTermService)],
  routes: (services) => paymentTermRoutes(services.get(PaymentTermService)),
  recordSources: () => [paymentTermRecords],
  imports: () => [plainImporter(paymentTermImport)],
  onEnable: seedPaymentTerms,
  samples: [{ table: 'commerce.payment_term', row: { code: 'net_30', name: 'Net 30 {label}' } }],
});
