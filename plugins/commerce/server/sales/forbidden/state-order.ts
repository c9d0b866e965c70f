import type { AccountContext, Services } from '@millwright/core/server';
import { sql, todayOf } from '@millwright/core/server';
import {
  createCustomerBody,
  createSalesOrderBody,
  type PaymentTermCode,
  type SalesOrder,
} from '../../../contracts/index.ts';
import { CustomerService } from '../../parties/customer/customer.service.ts';
import { SalesOrderService } from '../sales-order/sales-order.service.ts';

/** The customer of a state, with payment terms where the state needs them. */
export async function stateCustomer(
  ctx: AccountContext,
  services: Services,
  name: string,
  term?: PaymentTermCode,
): Promise<string> {
  const { rows: terms } = term
    ? await sql<{ id: string }>`select id from commerce.payment_term
        where account_id = ${ctx.account.id} and code = ${term} limit 1`.execute(ctx.em.query())
    : { rows: [] };
  const [first] = terms;
  const body = createCustomerBody.parse({
    name,
    email: `${name.toLowerCase().replaceAll(' ', '.')}@states.test`,
    shipToAddress: { name, line1: '1 Mill Road', city: 'Dayton', state: 'OH', postalCode: '45402', country: 'US' },
    ...(first ? { defaultPaymentTermID: first.id } : {}),
  });
  return (await services.get(CustomerService).create(ctx, body)).id;
}

/** Which product of the demo a state is about. */
export interface SoldItem {
  productType?: 'sale' | 'shipping';
  /** One that is not sold any more. */
  isEnded?: boolean;
}

/** A product of the demo. */
export async function soldItem(
  ctx: AccountContext,
  { productType = 'sale', isEnded = false }: SoldItem = {},
): Promise<{ id: string; sku: string; unitID: string }> {
  const { rows } = await sql<{ id: string; sku: string; unitID: string }>`select id, sku,
      default_unit_id as "unitID" from inventory.v_items
    where account_id = ${ctx.account.id} and type = 'product' and product_type = ${productType}
      and coalesce(end_date < ${todayOf(ctx)}::date, false) = ${isEnded}
    order by sku limit 1`.execute(ctx.em.query());
  const [item] = rows;
  if (!item) throw new Error('The demo sells nothing');
  return item;
}

interface OrderedInState extends SoldItem {
  quantityOrdered?: number;
  /** Null means the list price. */
  unitPrice?: number | null;
}

/** A customer's order of one product; by default two units at 40.00 each. */
export async function stateOrder(
  ctx: AccountContext,
  services: Services,
  customerID: string,
  status: 'estimate' | 'issued',
  { productType, isEnded, ...line }: OrderedInState = {},
): Promise<SalesOrder> {
  const which = { ...(productType ? { productType } : {}), ...(isEnded ? { isEnded } : {}) };
  const item = await soldItem(ctx, which);
  const lines = [{ productID: item.id, quantityOrdered: 2, unitPrice: 40, ...line }];
  const body = createSalesOrderBody.parse({ customerID, status, lines });
  return services.get(SalesOrderService).create(ctx, body);
}
