import { defineProblems } from '@millwright/core/contracts';
import { orderStatusProblemDeclarations } from './sales/order-status/order-status.contract.ts';
import { salesOrderProblemDeclarations } from './sales/sales-order/sales-order-problems.ts';

/** What commerce refuses, beside the kernel's `duplicate`, `in_use`, `number_taken` and `stale_version`. */
export const commerceProblems = defineProblems({
  /** Label services, EDI and imports rely on the codes of built-in carriers and options. */
  carrier_built_in: { status: 409, message: 'Built-in carriers and options keep their code and cannot be deleted' },
  ...salesOrderProblemDeclarations,
  ...orderStatusProblemDeclarations,
});
