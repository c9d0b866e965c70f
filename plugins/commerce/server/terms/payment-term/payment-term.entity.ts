import { defineEntity, type InferEntity } from '@mikro-orm/core';
import { column, type TableRow, tenantColumns, tenantTable } from '@millwright/core/server';
import type { PaymentTermCode } from '../../../contracts/terms/payment-term/payment-term.contract.ts';

/** A due date rule: one of eight codes, with a name of the account's choice. */
export const PaymentTerm = defineEntity({
  ...tenantTable('commerce', 'payment_term'),
  name: 'PaymentTerm',
  properties: { ...tenantColumns(), code: column.text().$type<PaymentTermCode>(), name: column.text() },
  uniques: [{ properties: ['accountID', 'name'] }],
  checks: [
    { name: 'payment_term_name', expression: "name <> ''" },
    {
      name: 'payment_term_code',
      expression: "code in ('cod', 'cia', 'ccd', 'net_30', 'net_45', 'net_60', 'net_90', 'prepaid')",
    },
  ],
});
export type PaymentTerm = InferEntity<typeof PaymentTerm>;

declare module '../../tables.ts' {
  interface Tables {
    'commerce.payment_term': TableRow<typeof PaymentTerm>;
  }
}
