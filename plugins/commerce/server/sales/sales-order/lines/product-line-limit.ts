import type { FieldError, ProductType } from '@millwright/core/contracts';
import { type AccountContext, sql, todayOf } from '@millwright/core/server';
import type { CatalogueProduct } from '@millwright/inventory/contracts';
import { productLineAccessProblems } from '../../../../contracts/index.ts';

/** A customer and the product lines that it may order from. Null means all of them. */
export interface LimitedCustomer {
  name: string;
  productLineIDs: readonly string[] | null;
}

/**
 * Product lines that a customer is limited to, null without a limit. If the customer has a record of its own, only that
 * record counts. Otherwise the records of its type group and of its price groups count together.
 */
export const productLineLimit = (accountID: string, customerID: ReturnType<typeof sql.val<string>>) => sql<
  string[] | null
>`coalesce(
  (select array_agg(held.product_line_id order by held.product_line_id)
    from commerce.product_line_access access
    join commerce.product_line_access_line held on held.account_id = access.account_id and held.access_id = access.id
    where access.account_id = ${accountID} and access.customer_id = ${customerID}),
  (select array_agg(distinct held.product_line_id)
    from commerce.product_line_access access
    join commerce.product_line_access_line held on held.account_id = access.account_id and held.access_id = access.id
    where access.account_id = ${accountID} and access.account_group_id in (
      select limited.customer_type_group_id from commerce.customer limited
        where limited.account_id = ${accountID} and limited.id = ${customerID}
      union all
      select priced.account_group_id from commerce.customer_price_group priced
        where priced.account_id = ${accountID} and priced.customer_id = ${customerID})))`;

/** The customer of an order with its product line limit. */
export async function limitedCustomer(ctx: AccountContext, customerID: string): Promise<LimitedCustomer> {
  const { rows } = await sql<LimitedCustomer>`select customer.name,
      ${productLineLimit(ctx.account.id, sql.ref<string>('customer.id'))} as "productLineIDs"
    from commerce.customer customer
    where customer.account_id = ${ctx.account.id} and customer.id = ${customerID}`.execute(ctx.em.query());
  return rows[0] ?? { name: '', productLineIDs: null };
}

type ItemCondition = ReturnType<typeof sql<boolean>>;

/** Products that a customer may see: those sold today in product lines that it may order from. */
export interface OpenProducts {
  /** SQL condition on a row named `item` of `inventory.v_items` or of its base table. */
  condition: ItemCondition;
  /** Equal for customers who may see the same products. */
  key: string;
}

const wares: readonly ProductType[] = ['sale', 'service'];

/** Whether customers order products of this type themselves. Discounts, freight and tax are added by the account. */
export const isOrderedByCustomers = (productType: ProductType): boolean => wares.includes(productType);

/** SQL condition on a row named `item`: the product is sold today, to any customer. */
export const isSoldToday = (ctx: AccountContext): ItemCondition => {
  const today = todayOf(ctx);
  return sql<boolean>`(item.product_type in (${sql.join(wares.map((type) => sql.lit(type)))})
    and coalesce(item.start_date <= ${today}::date, true) and coalesce(item.end_date >= ${today}::date, true))`;
};

/** Products that a customer may see. Every route that shows products to customers uses this function. */
export async function openTo(ctx: AccountContext, customerID: string): Promise<OpenProducts> {
  const { productLineIDs } = await limitedCustomer(ctx, customerID);
  const isOfOpenLine =
    productLineIDs === null
      ? sql<boolean>`true`
      : sql<boolean>`(item.product_type <> 'sale'
          or coalesce(item.product_line_id = any(${[...productLineIDs]}::text[]), false))`;
  return {
    condition: sql<boolean>`(${isSoldToday(ctx)} and ${isOfOpenLine})`,
    key: productLineIDs === null ? 'all' : productLineIDs.join(),
  };
}

/**
 * Whether a customer may order the product. Freight, tax and credits belong to no product line and are always allowed.
 */
export const isOpenTo = (
  { productLineIDs }: Pick<LimitedCustomer, 'productLineIDs'>,
  { productType, productLineID }: Pick<CatalogueProduct, 'productType' | 'productLineID'>,
): boolean =>
  productLineIDs === null ||
  productType !== 'sale' ||
  (productLineID !== null && productLineIDs.includes(productLineID));

/**
 * Refuses lines with products that the customer may not order. `path` is the line's path in the request. Portal users
 * do not learn the names of products that they may not see.
 * @throws Problem 409 `product_line_closed` with one entry per line
 */
export function refuseClosedLines(
  customer: LimitedCustomer,
  lines: readonly { path: string; product: CatalogueProduct | undefined }[],
  { isAskedByCustomer = false }: { isAskedByCustomer?: boolean } = {},
): void {
  const closed = lines.flatMap(({ path, product }) =>
    product && !isOpenTo(customer, product) ? [{ path, product }] : [],
  );
  const [first] = closed;
  if (!first) return;
  if (isAskedByCustomer)
    throw productLineAccessProblems.product_line_closed({
      message: 'Some products are not open to your company',
      errors: closed.map(
        ({ path }): FieldError => ({
          path: path ? `${path}.productID` : 'productID',
          message: 'This product is not open to your company',
        }),
      ),
    });
  const why = ({ product }: typeof first): string =>
    product.productLine
      ? `product line ${product.productLine} is not open to ${customer.name}`
      : `${customer.name} is limited to product lines, and ${product.sku} belongs to none`;
  const place = ({ path, product }: typeof first): string => {
    const position = /^lines\.(\d+)$/.exec(path)?.[1];
    return position === undefined ? product.sku : `Line ${Number(position) + 1} (${product.sku})`;
  };
  throw productLineAccessProblems.product_line_closed({
    message: closed.map((line) => `${place(line)}: ${why(line)}`).join('; '),
    errors: closed.map((line): FieldError => {
      const text = why(line);
      return {
        path: line.path ? `${line.path}.productID` : 'productID',
        message: text.charAt(0).toUpperCase() + text.slice(1),
      };
    }),
    details: { productIDs: closed.map(({ product }) => product.id) },
  });
}
