import { holdStates, problems } from '@millwright/core/contracts';
import {
  accountSettings,
  audit,
  definePart,
  publicProfile,
  route,
  service,
  sql,
  updateAccountSettings,
} from '@millwright/core/server';
import { CataloguePort, StockPort } from '@millwright/inventory/contracts';
import {
  getPortalProduct,
  getPortalProfile,
  getPortalSettings,
  listPortalCategories,
  listPortalFrequentProducts,
  listPortalProducts,
  type PortalProfile,
  portalPermissions,
  portalProblems,
  portalScreens,
  portalSettings,
  updatePortalSettings,
  visitPortal,
} from '../../../contracts/index.ts';
import { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import { type PortalContext, shopper } from '../../parties/customer/shopper.ts';
import { orderCustomer } from '../../sales/sales-order/entry/sales-order-customer.ts';
import { findFrequentlyOrderedProducts } from '../../sales/sales-order/list/frequently-ordered-product.queries.ts';
import { type ChildCustomer, familyOf, onlooker, portalRead } from './portal-context.ts';
import { portalCategories } from './storefront.queries.ts';
import { Storefront } from './storefront.service.ts';

/** The person and the customer, for the portal's frame. */
export async function profileOf(
  ctx: PortalContext,
  cards: CardPayment,
  family: ChildCustomer[],
): Promise<PortalProfile> {
  const customer = await orderCustomer(ctx, ctx.customerID);
  const { rows } = await sql<{ term: string | null; lines: number }>`select
      (select name from commerce.payment_term where account_id = ${ctx.account.id}
        and id = ${customer.paymentTermID}) as term,
      coalesce((select jsonb_array_length(lines) from commerce.cart where account_id = ${ctx.account.id}
        and member_id = ${ctx.memberID ?? ''} and customer_id = ${ctx.customerID}), 0)::int as lines`.execute(
    ctx.em.query(),
  );
  const { id, name, logoUrl, accentColor } = await publicProfile(ctx, undefined);
  return {
    customer: { id: customer.id, name: customer.name, number: customer.number },
    account: { id, name, logoUrl, accentColor, currency: ctx.account.currency },
    isOnHold: holdStates.is.holdsOrders(customer.status),
    paymentTerm: rows[0]?.term ?? null,
    canPayByCard: await cards.isOffered(ctx),
    cartLineCount: rows[0]?.lines ?? 0,
    isVisit: ctx.memberID === undefined,
    family,
  };
}

/** Products that customers see, at their own prices. */
export const storefrontPart = definePart({
  permissions: portalPermissions,
  problems: portalProblems,
  screens: portalScreens,
  settings: portalSettings,
  services: [service(Storefront, CataloguePort, StockPort)],
  routes: (services) => {
    const storefront = services.get(Storefront);
    const cards = services.get(CardPayment);
    return [
      route(getPortalSettings, (ctx) => accountSettings(ctx, 'commerce', portalSettings)),
      route(updatePortalSettings, (ctx, { body }) => updateAccountSettings(ctx, 'commerce', portalSettings, body)),
      route(getPortalProfile, async (ctx, { query }) => {
        const family = ctx.customerID === undefined ? [] : await familyOf(shopper(ctx));
        return profileOf(await onlooker(ctx, query.asCustomerID), cards, family);
      }),
      portalRead(listPortalCategories, (ctx) => portalCategories(ctx)),
      portalRead(listPortalProducts, (ctx, { query }) => storefront.find(ctx, query)),
      portalRead(getPortalProduct, (ctx, { params }) => storefront.byID(ctx, params.productID)),
      portalRead(listPortalFrequentProducts, async (ctx, { query: { asCustomerID: _, ...page } }) => {
        const { items, count } = await findFrequentlyOrderedProducts(ctx, ctx.customerID, {
          ...page,
          isOrderable: true,
        });
        return {
          count,
          items: items.map(({ product: { id, sku, description }, orderCount, usualQuantity, lastOrderedAt }) => ({
            product: { id, sku, description },
            orderCount,
            quantity: usualQuantity.measure,
            unitID: usualQuantity.unitID,
            unit: usualQuantity.unit,
            lastOrderedAt,
          })),
        };
      }),
      route(visitPortal, async (ctx, { body }) => {
        const { rows } = await sql<{ id: string; name: string; number: string }>`select id, name, number
          from commerce.customer where account_id = ${ctx.account.id} and id = ${body.customerID}`.execute(
          ctx.em.query(),
        );
        const [customer] = rows;
        if (!customer) throw problems.not_found();
        audit(ctx, { record: { type: 'customer', id: customer.id }, action: 'portal_visited' });
        await ctx.em.flush();
        return { customer };
      }),
    ];
  },
});
