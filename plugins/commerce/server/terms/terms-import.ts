import { type ImportDefinition, plainImporter } from '@millwright/core/server';
import { carrierImport } from './carrier/carrier-import.ts';
import { paymentTermImport } from './payment-term/payment-term-import.ts';
import { shippingTermImport } from './shipping-term/shipping-term-import.ts';

/** Imports of what customers and orders choose from. */
export const termImports = (): ImportDefinition[] => [
  plainImporter(carrierImport),
  plainImporter(paymentTermImport),
  plainImporter(shippingTermImport),
];
