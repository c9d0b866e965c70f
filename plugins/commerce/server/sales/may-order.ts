import { decimal, type Problem, toWire, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { prepaidTermCodes, salesOrderProblems } from '../../contracts/index.ts';
import { holdIs } from '../states/states.ts';

/** An order whose quantities or total grow. */
export interface GrowingOrder {
  /** The order's id, which is the key of its refusal. */
  id: string;
  customerID: string;
  number?: string | undefined;
  /** Only for an order that is not written yet. For others, payment term and total are read from the database. */
  paymentTermID?: string | null | undefined;
  total?: string | undefined;
}

interface Verdict {
  id: string;
  customerID: string;
  customerName: string;
  isHeld: boolean;
  number: string | null;
  /** Amount that the customer has to pay before the order continues. Null where its terms allow later payment. */
  owing: string | null;
}

interface Options {
  /** Whether the customer itself orders: signed in, or by a mailed link. */
  isByCustomer?: boolean | undefined;
}

function refusalOf({ customerID, customerName, isHeld, number, owing }: Verdict): Problem | undefined {
  if (isHeld)
    return salesOrderProblems.customer_on_hold({
      message: number
        ? `${customerName} is on hold: order ${number} cannot be issued and cannot grow`
        : `${customerName} is on hold: the order cannot be issued`,
      details: { customerID },
    });
  return owing !== null && decimal(owing).gt(zero)
    ? salesOrderProblems.payment_first({ details: { owing: toWire(decimal(owing)) } })
    : undefined;
}

/** Orders that may not be issued or grow, with the reason of each. One statement for any number of orders. */
export async function orderRefusals(
  ctx: AccountContext,
  orders: readonly GrowingOrder[],
  { isByCustomer = ctx.customerID !== undefined }: Options = {},
): Promise<Map<string, Problem>> {
  if (!orders.length) return new Map();
  const asked = orders.map(({ id, customerID, number, paymentTermID, total }) => ({
    id,
    customerID,
    number: number || null,
    paymentTermID: paymentTermID ?? null,
    total: total ?? null,
  }));
  const owing = isByCustomer
    ? sql`case when term.code = any(${[...prepaidTermCodes]}::text[]) then coalesce(money.owing, asked.total)::text end`
    : sql`null::text`;
  const joins = isByCustomer
    ? sql`left join commerce.payment_term term on term.account_id = customer.account_id
        and term.id = coalesce(sold.payment_term_id, asked."paymentTermID", customer.default_payment_term_id)
      left join commerce.v_order_owing money on money.account_id = sold.account_id and money.order_id = sold.id`
    : sql``;
  const { rows } = await sql<Verdict>`select asked.id, customer.id as "customerID", customer.name as "customerName",
      ${holdIs.holdsOrders('customer.status')} as "isHeld", coalesce(sold.number,
        asked.number) as number, ${owing} as owing
    from jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
      as asked (id text, "customerID" text, number text, "paymentTermID" text, total numeric)
    join commerce.customer customer on customer.account_id = ${ctx.account.id} and customer.id = asked."customerID"
    left join commerce.sales_order sold on sold.account_id = customer.account_id and sold.id = asked.id
    ${joins}`.execute(ctx.em.query());
  return new Map(
    rows.flatMap((row) => {
      const refusal = refusalOf(row);
      return refusal ? [[row.id, refusal] as const] : [];
    }),
  );
}

/**
 * Refuses more issued demand, or a higher total, than is allowed. Every write of demand or totals calls this function.
 * For a customer on hold nobody issues or enlarges an order. A customer whose terms are payment before delivery pays
 * first. Staff may issue orders for such a customer, because payment is checked again when the shipment leaves.
 * @throws Problem 409 `customer_on_hold`, `payment_first` with the amount due
 */
export async function mayOrder(
  ctx: AccountContext,
  orders: readonly GrowingOrder[],
  options: Options = {},
): Promise<void> {
  for (const refusal of (await orderRefusals(ctx, orders, options)).values()) throw refusal;
}
