import { decimal, type EndpointRequest, type FieldError, newID, problems, toColumn } from '@millwright/core/contracts';
import { sql, touchedRows } from '@millwright/core/server';
import type { CataloguePort, CatalogueProduct } from '@millwright/inventory/contracts';
import {
  type addToCart,
  type Cart as CartReply,
  getCart,
  getPortalProfile,
  mostCartLines,
  previewCheckout,
} from '../../../contracts/index.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { isOpenTo, limitedCustomer } from '../../sales/sales-order/lines/product-line-limit.ts';
import { Cart, type StoredCartLine } from './cart.entity.ts';
import { asSeen, type CartPricing, cartReply, moreOf, type PricedCartLine } from './priced-cart.ts';

/** Endpoints that show a cart or the number of its lines. */
const shownIn = [getCart, getPortalProfile, previewCheckout];

type Entry = EndpointRequest<typeof addToCart>['body']['lines'][number];

/** The cart of the person who shops. */
export class CartService {
  readonly #catalogue: CataloguePort;
  readonly #pricing: CartPricing;

  constructor(catalogue: CataloguePort, pricing: CartPricing) {
    this.#catalogue = catalogue;
    this.#pricing = pricing;
  }

  /** Reads the cart without a lock. */
  async read(ctx: PortalContext): Promise<CartReply> {
    const { lines, version } = await this.priced(ctx);
    return cartReply(ctx, lines, version);
  }

  /** The priced lines of the caller's cart. A team member who views the portal has no cart. */
  async priced(ctx: PortalContext): Promise<{ lines: PricedCartLine[]; version: number }> {
    const cart = ctx.memberID
      ? await ctx.em.findOne(Cart, { accountID: ctx.account.id, memberID: ctx.memberID, customerID: ctx.customerID })
      : null;
    return { lines: await this.#pricing.price(ctx, cart?.lines ?? []), version: cart?.version ?? 0 };
  }

  async add(ctx: PortalContext, entries: readonly Entry[]): Promise<CartReply> {
    const cart = await this.hold(ctx);
    const found = await this.#linesOf(ctx, entries);
    const lines = [...cart.lines];
    for (const line of found) {
      const at = lines.findIndex(({ itemID, unitID }) => itemID === line.itemID && unitID === line.unitID);
      const same = lines[at];
      if (same) lines[at] = { ...same, quantity: moreOf(same.quantity, line.quantity) };
      else lines.push(line);
    }
    if (lines.length > mostCartLines)
      throw problems.invalid_input({
        errors: [{ path: 'lines', message: `A cart has at most ${mostCartLines} lines` }],
      });
    return this.#write(ctx, cart, lines, new Set(found.map(({ itemID }) => itemID)));
  }

  async change(
    ctx: PortalContext,
    id: string,
    change: { quantity?: number | undefined; unitID?: string | null | undefined },
  ): Promise<CartReply> {
    const cart = await this.hold(ctx);
    const line = cart.lines.find((each) => each.id === id);
    if (!line) throw problems.not_found();
    const next = {
      ...line,
      ...(change.quantity === undefined ? {} : { quantity: toColumn(decimal(change.quantity), 6) }),
      ...(change.unitID ? { unitID: change.unitID } : {}),
    };
    const [priced] = await this.#pricing.price(ctx, [next]);
    if (priced?.fault && priced.product) {
      const path = change.unitID && change.unitID !== line.unitID ? 'unitID' : 'quantity';
      throw problems.invalid_input({ errors: [{ path, message: priced.fault }] });
    }
    const lines = cart.lines.map((each) => (each.id === id ? next : each));
    return this.#write(ctx, cart, lines, new Set([line.itemID]));
  }

  async remove(ctx: PortalContext, id: string): Promise<CartReply> {
    const cart = await this.hold(ctx);
    if (!cart.lines.some((line) => line.id === id)) throw problems.not_found();
    return this.#write(
      ctx,
      cart,
      cart.lines.filter((line) => line.id !== id),
      new Set(),
    );
  }

  async empty(ctx: PortalContext): Promise<CartReply> {
    return this.#write(ctx, await this.hold(ctx), [], new Set());
  }

  /** The caller's cart, locked until the transaction ends. Creates it if there is none. */
  async hold(ctx: PortalContext): Promise<Cart> {
    if (!ctx.memberID) throw problems.forbidden({ message: 'Only people have a cart' });
    const now = ctx.clock.now();
    await sql`insert into commerce.cart (account_id, id, created_at, updated_at, member_id, customer_id, lines)
      values (${ctx.account.id}, ${newID('crt')}, ${now}, ${now}, ${ctx.memberID}, ${ctx.customerID}, '[]')
      on conflict (account_id, member_id, customer_id) do nothing`.execute(ctx.em.query());
    const found = await ctx.em.findOne(Cart, {
      accountID: ctx.account.id,
      memberID: ctx.memberID,
      customerID: ctx.customerID,
    });
    return (await ctx.em.getForUpdate(Cart, found?.id ?? '')) as Cart;
  }

  /** Empties a cart after it was ordered. */
  clear(ctx: PortalContext, cart: Cart): void {
    ctx.em.assign(cart, { lines: [] });
    touchedRows(ctx, ...shownIn);
  }

  async #write(
    ctx: PortalContext,
    cart: Cart,
    lines: readonly StoredCartLine[],
    touchedItems: ReadonlySet<string>,
  ): Promise<CartReply> {
    const priced = await this.#pricing.price(ctx, lines);
    const seen = asSeen(priced);
    // Untouched lines keep the price that was seen, so that a price change is shown.
    const kept = lines.map((line, index) => (touchedItems.has(line.itemID) ? (seen[index] ?? line) : line));
    ctx.em.assign(cart, { lines: kept });
    await ctx.em.flush();
    touchedRows(ctx, ...shownIn);
    const shown = priced.map((line, index) => ({ ...line, stored: kept[index] as StoredCartLine }));
    return cartReply(ctx, shown, cart.version);
  }

  /** Products by SKU in any case. The keys are lower-case SKUs. */
  async productsBySKU(ctx: PortalContext, skus: readonly string[]): Promise<Map<string, CatalogueProduct>> {
    if (!skus.length) return new Map();
    const wanted = [...new Set(skus.map((sku) => sku.toLowerCase()))];
    // Exact matches come last, so that they win if two SKUs differ only by case.
    const { rows } = await sql<{ id: string; sku: string }>`select id, lower(sku) as sku from inventory.v_items
      where account_id = ${ctx.account.id} and type = 'product'
        and (lower_sku = any(${wanted}::text[]) or sku = any(${[...skus]}::text[]))
      order by sku = any(${[...skus]}::text[])`.execute(ctx.em.query());
    const products = await this.#catalogue.findProducts(
      ctx,
      rows.map(({ id }) => id),
    );
    return new Map(
      rows.flatMap(({ id, sku }) => (products.has(id) ? [[sku, products.get(id) as CatalogueProduct]] : [])),
    );
  }

  /**
   * Resolves entries: products by id or SKU, units by id or name.
   * @throws Problem 400 with an entry for each invalid one
   */
  async #linesOf(ctx: PortalContext, entries: readonly Entry[]): Promise<StoredCartLine[]> {
    const byID = await this.#catalogue.findProducts(
      ctx,
      entries.flatMap(({ productID }) => productID ?? []),
    );
    const bySKU = await this.productsBySKU(
      ctx,
      entries.flatMap(({ productID, sku }) => (productID ? [] : (sku ?? []))),
    );
    const limit = await limitedCustomer(ctx, ctx.customerID);
    const errors: FieldError[] = [];
    const lines = entries.flatMap(({ productID, sku, quantity, unitID, unit }, index) => {
      const path = `lines.${index}`;
      const named = productID ? byID.get(productID) : bySKU.get((sku ?? '').toLowerCase());
      // A product that is closed to the customer is treated as unknown, so that its name and units are not revealed.
      const product = named && isOpenTo(limit, named) ? named : undefined;
      if (!product) {
        const what = productID ? 'There is no such product' : sku ? `There is no product ${sku}` : 'Say which product';
        errors.push({ path: productID ? `${path}.productID` : `${path}.sku`, message: what });
        return [];
      }
      const chosen = unitOfEntry(product, unitID ?? undefined, unit ?? undefined);
      if (!chosen) {
        const names = product.units.map((each) => each.unit).join(', ');
        errors.push({ path: `${path}.unit`, message: `${product.sku} is sold in ${names}` });
        return [];
      }
      return {
        id: newID('crl'),
        itemID: product.id,
        quantity: toColumn(decimal(quantity), 6),
        unitID: chosen,
        seenPrice: '0',
        path,
      };
    });
    if (!errors.length) {
      const priced = await this.#pricing.price(ctx, lines);
      for (const [index, { fault, product }] of priced.entries())
        if (fault) errors.push({ path: lines[index]?.path ?? '', message: `${product?.sku ?? ''}: ${fault}` });
    }
    if (errors.length) throw problems.invalid_input({ errors });
    return lines.map(({ path: _, ...line }) => line);
  }
}

/**
 * The unit that an entry names by id or name, otherwise the default unit. Undefined for a unit in which the product is
 * not sold.
 */
export const unitOfEntry = (product: CatalogueProduct, unitID?: string, unit?: string): string | undefined => {
  if (unitID) return product.units.find((each) => each.unitID === unitID)?.unitID;
  if (!unit?.trim()) return product.defaultUnitID;
  const wanted = unit.trim().toLowerCase();
  return product.units.find((each) => each.unit.toLowerCase() === wanted)?.unitID;
};
