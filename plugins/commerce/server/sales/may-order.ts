import { decimal, type Problem, problems, toWire, zero } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { prepaidTermCodes, salesOrderProblems } from '../../contracts/index.ts';
import { type EndedProduct, endedProducts, endedText } from '../document/lines/ended-products.ts';
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
  /** Products of the lines that grow. Without them, those of all lines of the order. */
  itemIDs?: readonly string[] | undefined;
}

interface Verdict {
  id: string;
  customerID: string;
  customerName: string;
  isHeld: boolean;
  number: string | null;
  /** Amount that the customer has to pay before the order continues. Null where its terms allow later payment. */
  owing: string | null;
  ended: EndedProduct[];
}

interface Options {
  /** Whether the customer itself orders: signed in, or by a mailed link. */
  isByCustomer?: boolean | undefined;
  /** Whether products that are not sold any more were warned about or released before. */
  acceptsEnded?: boolean | undefined;
}

/**
 * Why an order may not grow. `ended`: products that are not sold any more, which only matter where their lines grow.
 */
export interface OrderRefusal {
  refusal: Problem | undefined;
  ended: EndedProduct[];
}

/** The value for the header `x-confirm`. */
export const productEnded = 'product_ended';

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

/**
 * The refusal of products that are not sold any more: team members are asked, customers and jobs refused. Undefined if
 * there are none, or if a person has confirmed them.
 */
export function endedRefusal(
  ctx: AccountContext,
  ended: readonly EndedProduct[],
  { isByCustomer = ctx.customerID !== undefined, acceptsEnded = false }: Options = {},
): Problem | undefined {
  if (!ended.length || acceptsEnded) return undefined;
  if (isByCustomer || !ctx.confirmed) return salesOrderProblems.product_ended({ message: endedText(ended) });
  if (ctx.confirmed.has(productEnded)) return undefined;
  return problems.confirmation_required({
    message: `${endedText(ended)}: order it all the same?`,
    details: { confirm: productEnded },
  });
}

/** What may not be issued or grow of these orders. One statement for any number of orders. */
export async function orderRefusals(
  ctx: AccountContext,
  orders: readonly GrowingOrder[],
  { isByCustomer = ctx.customerID !== undefined }: Options = {},
): Promise<Map<string, OrderRefusal>> {
  if (!orders.length) return new Map();
  const asked = orders.map(({ id, customerID, number, paymentTermID, total, itemIDs }) => ({
    id,
    customerID,
    number: number || null,
    paymentTermID: paymentTermID ?? null,
    total: total ?? null,
    itemIDs: itemIDs ?? null,
  }));
  const owing = isByCustomer
    ? sql`case when term.code = any(${[...prepaidTermCodes]}::text[]) then coalesce(money.owing, asked.total)::text end`
    : sql`null::text`;
  const joins = isByCustomer
    ? sql`left join commerce.payment_term term on term.account_id = customer.account_id
        and term.id = coalesce(sold.payment_term_id, asked."paymentTermID", customer.default_payment_term_id)
      left join commerce.v_order_owing money on money.account_id = sold.account_id and money.order_id = sold.id`
    : sql``;
  const items = sql`select unnest(asked."itemIDs") union all select line.item_id
    from commerce.sales_order_line line where asked."itemIDs" is null and line.account_id = ${ctx.account.id}
      and line.order_id = sold.id`;
  const { rows } = await sql<Verdict>`select asked.id, customer.id as "customerID", customer.name as "customerName",
      ${holdIs.holdsOrders('customer.status')} as "isHeld", coalesce(sold.number,
        asked.number) as number, ${owing} as owing, ${endedProducts(ctx, items)} as ended
    from jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb)
      as asked (id text, "customerID" text, number text, "paymentTermID" text, total numeric, "itemIDs" text[])
    join commerce.customer customer on customer.account_id = ${ctx.account.id} and customer.id = asked."customerID"
    left join commerce.sales_order sold on sold.account_id = customer.account_id and sold.id = asked.id
    ${joins}`.execute(ctx.em.query());
  return new Map(
    rows.flatMap((row) => {
      const [refusal, { ended }] = [refusalOf(row), row];
      return refusal || ended.length ? [[row.id, { refusal, ended }] as const] : [];
    }),
  );
}

/**
 * Refuses more issued demand, or a higher total, than is allowed. Every write of demand or totals calls this function.
 * For a customer on hold nobody issues or enlarges an order. A customer whose terms are payment before delivery pays
 * first. Staff may issue orders for such a customer, because payment is checked again when the shipment leaves. What is
 * not sold any more is ordered by team members only, who are asked.
 * @throws Problem 409 `customer_on_hold`, `payment_first` with the amount due, `product_ended`, `confirmation_required`
 */
export async function mayOrder(
  ctx: AccountContext,
  orders: readonly GrowingOrder[],
  options: Options = {},
): Promise<void> {
  for (const { refusal, ended } of (await orderRefusals(ctx, orders, options)).values()) {
    const problem = refusal ?? endedRefusal(ctx, ended, options);
    if (problem) throw problem;
  }
}
