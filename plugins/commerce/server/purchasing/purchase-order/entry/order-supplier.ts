import { problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { purchaseOrderProblems } from '../../../../contracts/index.ts';

/** The supplier of an order. */
interface OrderSupplier {
  id: string;
  number: string;
  name: string;
  isActive: boolean;
  paymentTermID: string | null;
}

/**
 * The supplier, locked against deletion until the transaction ends.
 * @throws Problem 400 for an unknown supplier, 409 `supplier_inactive`
 */
export async function orderSupplier(ctx: AccountContext, supplierID: string): Promise<OrderSupplier> {
  const { rows } = await sql<OrderSupplier>`select id, number, name, is_active as "isActive",
      default_payment_term_id as "paymentTermID"
    from commerce.supplier where account_id = ${ctx.account.id} and id = ${supplierID} for key share`.execute(
    ctx.em.query(),
  );
  const [supplier] = rows;
  if (!supplier)
    throw problems.invalid_input({ errors: [{ path: 'supplierID', message: 'There is no such supplier' }] });
  if (!supplier.isActive)
    throw purchaseOrderProblems.supplier_inactive({
      message: `Nobody buys from ${supplier.name} any more`,
      errors: [{ path: 'supplierID', message: 'The supplier is not active' }],
    });
  return supplier;
}
