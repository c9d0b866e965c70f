import type { AnyEndpoint, EndpointReply, EndpointRequest, PermissionCode } from '@millwright/core/contracts';
import {
  definePart,
  endWidgetSession,
  personWidgetRoute,
  queueEmail,
  type Route,
  reactEmail,
  route,
  service,
  updateAccountSettings,
  WidgetSignIns,
  widgetCodeMinutes,
  widgetRoute,
} from '@millwright/core/server';
import { CataloguePort } from '@millwright/inventory/contracts';
import {
  addToCartInWidget,
  askSignInInWidget,
  changeCartLineInWidget,
  checkOutInWidget,
  confirmSecondFactorInWidget,
  confirmSignInInWidget,
  getCartInWidget,
  getProfileInWidget,
  getPublicCatalogue,
  getShownCatalogue,
  listCategoriesInWidget,
  listProductsInWidget,
  listShownProducts,
  previewCheckoutInWidget,
  publicCatalogue,
  readQuickOrderInWidget,
  removeCartLineInWidget,
  shopWidgetProblems,
  shopWidgetScreens,
  shopWidgets,
  signOutInWidget,
  updatePublicCatalogue,
} from '../../../contracts/index.ts';
import { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import { type PortalContext, shopper } from '../../parties/customer/shopper.ts';
import { CartService } from '../cart/cart.service.ts';
import { CheckoutService } from '../cart/checkout.service.ts';
import { QuickOrder } from '../cart/quick-order.ts';
import { profileOf } from '../storefront/storefront.part.ts';
import { portalCategories } from '../storefront/storefront.queries.ts';
import { Storefront } from '../storefront/storefront.service.ts';
import { changePublicCatalogue, publicCatalogueOf, ShownProducts, shownCatalogueOf } from './shown-products.ts';
import type { WidgetCodeProps } from './widget-code-email.tsx';

const hour = 3_600;
const failures = { of: 'caller', seconds: hour, counts: 'failures' } as const;
const sent = 'If this address orders for one of our customers, eight digits are on their way to it.';

const codeInvalid = () =>
  shopWidgetProblems.sign_in_code_invalid({
    errors: [{ path: 'code', message: shopWidgetProblems.declarations.sign_in_code_invalid.message }],
  });

/** `commerce.widget-code`: the code of a sign-in inside a widget. */
const widgetCodeEmail = reactEmail<WidgetCodeProps>({
  name: 'commerce.widget-code',
  // The subject has no code, because subjects stay in the email log.
  subject: ({ accountName }) => `Your code for ${accountName}`,
  load: async () => (await import('./widget-code-email.tsx')).WidgetCodeEmail,
  sample: { name: 'Robin Hale', code: '48291307', minutes: widgetCodeMinutes, site: 'https://www.example.com' },
});

/** Answers a portal call of a person who is signed in inside a widget, with the same permissions as in the portal. */
const shopRoute = <E extends AnyEndpoint>(
  endpoint: E,
  right: PermissionCode,
  handle: (ctx: PortalContext, request: EndpointRequest<E>) => Promise<EndpointReply<E>>,
): Route =>
  widgetRoute(endpoint, (ctx, request) => {
    ctx.require(right);
    return handle(shopper(ctx), request);
  });

const signInRoutes = (signIns: WidgetSignIns): Route[] => [
  widgetRoute(
    askSignInInWidget,
    async (ctx, { body: { email } }, visitor) => {
      const { mail, ...signIn } = await signIns.ask(ctx, visitor, email);
      if (mail)
        await queueEmail(ctx, {
          template: widgetCodeEmail.name,
          to: [mail.to],
          props: { name: mail.name, code: mail.code, minutes: widgetCodeMinutes, site: visitor.origin },
          isConfidential: true,
        });
      return { ...signIn, message: sent };
    },
    {
      customers: 'Who signs in is found by their address before anybody knows whose they are',
      repeat: 'runs',
      limits: (_, { network }) => [
        { name: 'widget-sign-in.network', of: 'caller', points: 20, seconds: hour, subject: network },
      ],
    },
  ),
  personWidgetRoute(
    confirmSignInInWidget,
    (ctx, { body }, visitor) => signIns.confirmCode(ctx, visitor, body, codeInvalid),
    {
      limits: ({ body }, { network }) => [
        { ...failures, name: 'widget-sign-in.code', points: 5, subject: body.signInID },
        { ...failures, name: 'widget-sign-in.tries', points: 15, subject: network },
      ],
    },
  ),
  // Wrong codes count per person, together with those entered in the shell.
  personWidgetRoute(confirmSecondFactorInWidget, (ctx, { body }, visitor) => signIns.confirmFactor(ctx, visitor, body)),
  widgetRoute(signOutInWidget, async (ctx, _, visitor) => {
    await endWidgetSession(ctx, visitor);
    return undefined;
  }),
];

/** Widgets with which customers order on other websites. */
export const shopWidgetPart = definePart({
  problems: shopWidgetProblems,
  screens: shopWidgetScreens,
  widgets: shopWidgets,
  emails: [widgetCodeEmail],
  services: [service(ShownProducts, CataloguePort)],
  demo: async (ctx) => {
    await updateAccountSettings(ctx, 'commerce', publicCatalogue, { publicPrices: 'list' });
  },
  routes: (services) => {
    const carts = services.get(CartService);
    const checkout = services.get(CheckoutService);
    const cards = services.get(CardPayment);
    const storefront = services.get(Storefront);
    const quickOrder = services.get(QuickOrder);
    const shown = services.get(ShownProducts);
    return [
      ...signInRoutes(services.get(WidgetSignIns)),
      shopRoute(getProfileInWidget, 'customer_portal:read', (ctx) => profileOf(ctx, cards, [])),
      shopRoute(listCategoriesInWidget, 'customer_portal:read', (ctx) => portalCategories(ctx)),
      shopRoute(listProductsInWidget, 'customer_portal:read', (ctx, { query }) => storefront.find(ctx, query)),
      shopRoute(getCartInWidget, 'customer_portal:read', (ctx) => carts.read(ctx)),
      shopRoute(addToCartInWidget, 'customer_portal:create', (ctx, { body }) => carts.add(ctx, body.lines)),
      shopRoute(changeCartLineInWidget, 'customer_portal:update', (ctx, { params, body }) =>
        carts.change(ctx, params.cartLineID, body),
      ),
      shopRoute(removeCartLineInWidget, 'customer_portal:update', (ctx, { params }) =>
        carts.remove(ctx, params.cartLineID),
      ),
      shopRoute(readQuickOrderInWidget, 'customer_portal:read', (ctx, { body }) => quickOrder.read(ctx, body.text)),
      shopRoute(previewCheckoutInWidget, 'customer_portal:read', (ctx, { body }) => checkout.preview(ctx, body)),
      shopRoute(checkOutInWidget, 'customer_portal:create', (ctx, { body }) => checkout.order(ctx, body)),
      widgetRoute(getShownCatalogue, (ctx) => shownCatalogueOf(ctx)),
      widgetRoute(listShownProducts, (ctx, { query }) => shown.find(ctx, query)),
      route(getPublicCatalogue, (ctx) => publicCatalogueOf(ctx)),
      route(updatePublicCatalogue, (ctx, { body }) => changePublicCatalogue(ctx, body)),
    ];
  },
});
