import {
  type BinaryReply,
  type Endpoint,
  emailAddress,
  endpoint,
  filterValue,
  idOf,
  listOf,
  listQuery,
  noContent,
  requiredLine,
  secondFactorCode,
  singleLine,
  widgetPath,
} from '@millwright/core/contracts';
import { z } from 'zod';
import {
  addToCart,
  changeCartLine,
  checkOut,
  getCart,
  previewCheckout,
  readQuickOrder,
  removeCartLine,
} from '../cart/cart.contract.ts';
import {
  getPortalProfile,
  listPortalCategories,
  listPortalProducts,
  shopVariation,
} from '../storefront/storefront.contract.ts';

/** Widgets in which people of customers can order. */
export const shoppingWidgets = ['catalogue', 'quick-order'] as const;

/** Path of a portal endpoint for widgets: `/v1/portal/cart` becomes `/v1/widgets/{publishableKey}/portal/cart`. */
type InWidget<Path extends string> = Path extends `/v1${infer Rest}` ? `${typeof widgetPath}${Rest}` : never;

/** A portal endpoint for people signed in to a widget, with the same body and answer. */
const inWidget = <
  const Path extends string,
  Query extends z.ZodType,
  Body extends z.ZodType | BinaryReply,
  Reply extends z.ZodType | BinaryReply,
>(
  of: Endpoint<Path, Query, Body, Reply>,
): Endpoint<InWidget<Path>, Query, Body, Reply> => {
  const {
    permission: _permission,
    kind: _kind,
    name,
    path,
    ...parts
  } = of as Endpoint<Path, Query, Body, Reply> & {
    permission: string;
  };
  return endpoint({
    ...parts,
    name: `${name}InWidget`,
    path: path.replace('/v1', widgetPath) as InWidget<Path>,
    widget: shoppingWidgets,
  } as Parameters<typeof endpoint<InWidget<Path>, Query, Body, Reply>>[0]);
};

/**
 * Mails a sign-in code to a person of a customer. The answer is the same for every address. An address gets at most six
 * mails per hour; the last code stays valid. 429 after a few requests of a network.
 */
export const askSignInInWidget = endpoint({
  name: 'askSignInInWidget',
  method: 'POST',
  path: `${widgetPath}/sign-in`,
  widget: shoppingWidgets,
  findsPeople: true,
  summary: 'Mails the code with which people of a customer sign in inside a widget.',
  body: z.strictObject({ email: emailAddress }),
  reply: z.object({ signInID: z.string(), expiresAt: z.iso.datetime(), message: z.string() }),
});

/**
 * A token for `authorization: Bearer`, valid for this key and site, for 15 minutes after the last call, at most two
 * hours.
 */
const signedIn = z.object({
  state: z.literal('signed_in'),
  token: z.string(),
  expiresAt: z.iso.datetime(),
  name: z.string(),
  /** Deadline and link for setting up a second factor; null if none is required. */
  setUp: z.object({ until: z.iso.datetime(), url: z.string() }).nullable(),
});
export type SignedInInWidget = z.output<typeof signedIn>;

/** Request for the second factor, for people who have one, and for accounts that require one. */
const secondFactorAsked = z.object({
  state: z.literal('second_factor'),
  /** For `confirmSecondFactorInWidget`, valid until `expiresAt`. */
  challenge: z.string(),
  expiresAt: z.iso.datetime(),
  account: z.string(),
  /**
   * `app`: a code of the authenticator app; `recovery`: a recovery code. Empty: a second factor has to be set up first.
   */
  methods: z.array(z.enum(['app', 'recovery'])),
  setUpURL: z.string(),
});
export type SecondFactorAsked = z.output<typeof secondFactorAsked>;

/** Accepts a mailed code, once. 400 `sign_in_code_invalid`, at most five attempts. */
export const confirmSignInInWidget = endpoint({
  name: 'confirmSignInInWidget',
  method: 'POST',
  path: `${widgetPath}/sign-in/confirm`,
  widget: shoppingWidgets,
  summary: 'Signs somebody of a customer in inside a widget.',
  body: z.strictObject({
    signInID: idOf('wse', 'Sign-in is required'),
    code: z
      .string({ error: 'Enter the eight digits of the mail' })
      .trim()
      .regex(/^\d{8}$/, { error: 'Enter the eight digits of the mail' }),
  }),
  reply: z.discriminatedUnion('state', [signedIn, secondFactorAsked]),
  status: 200,
});

/**
 * Continues after `confirmSignInInWidget` answered `second_factor`. 400 `second_factor_wrong`, 401 `challenge_ended`,
 * 403 `second_factor_enrolment` without a second factor, 429 after many wrong codes, as in the shell.
 */
export const confirmSecondFactorInWidget = endpoint({
  name: 'confirmSecondFactorInWidget',
  method: 'POST',
  path: `${widgetPath}/sign-in/second-factor`,
  widget: shoppingWidgets,
  summary: 'Ends a sign-in inside a widget with the second factor.',
  body: z.strictObject({ challenge: requiredLine(100, 'Challenge is required'), code: secondFactorCode }),
  reply: signedIn,
  status: 200,
});

export const signOutInWidget = endpoint({
  name: 'signOutInWidget',
  method: 'DELETE',
  path: `${widgetPath}/sign-in`,
  widget: shoppingWidgets,
  customers: 'own sign-in',
  summary: 'Ends what a token opens.',
  reply: noContent,
});

export const getProfileInWidget = inWidget(getPortalProfile);
export const listCategoriesInWidget = inWidget(listPortalCategories);
export const listProductsInWidget = inWidget(listPortalProducts);
export const getCartInWidget = inWidget(getCart);
export const addToCartInWidget = inWidget(addToCart);
export const changeCartLineInWidget = inWidget(changeCartLine);
export const removeCartLineInWidget = inWidget(removeCartLine);
export const readQuickOrderInWidget = inWidget(readQuickOrder);
export const previewCheckoutInWidget = inWidget(previewCheckout);
export const checkOutInWidget = inWidget(checkOut);

const named = z.object({ id: z.string(), name: z.string() });

/** A product for all visitors, without stock. */
export const shownProduct = z.object({
  id: z.string(),
  sku: z.string(),
  description: z.string(),
  category: named.nullable(),
  productLine: z.string().nullable(),
  variation: shopVariation.nullable(),
  /** Price of one default unit; null if only customers see prices. */
  unitPrice: z.number().nullable(),
  unit: named,
});
export type ShownProduct = z.output<typeof shownProduct>;

/** Data for the first view of a catalogue, before a sign-in. */
export const shownCatalogue = z.object({
  accountName: z.string(),
  currency: z.string(),
  /** Whether visitors see prices. */
  showsPrices: z.boolean(),
  categories: z.array(named.extend({ productCount: z.int() })),
  productLines: z.array(named.extend({ productCount: z.int() })),
});
export type ShownCatalogue = z.output<typeof shownCatalogue>;

export const getShownCatalogue = endpoint({
  name: 'getShownCatalogue',
  method: 'GET',
  path: `${widgetPath}/catalogue`,
  widget: 'catalogue',
  summary: 'Says what the catalogue of a widget is made of.',
  reply: shownCatalogue,
});

export const listShownProducts = endpoint({
  name: 'listShownProducts',
  method: 'GET',
  path: `${widgetPath}/catalogue/products`,
  widget: 'catalogue',
  summary: 'Lists the products that every visitor of a widget may see.',
  query: listQuery({
    sortBy: ['sku', 'description'],
    filters: { categoryID: filterValue(singleLine(100)), productLineID: filterValue(singleLine(100)) },
  }),
  reply: listOf(shownProduct),
});

/** Prices for visitors without a sign-in. */
export const publicPrices = ['none', 'list', 'group'] as const;

/** Settings of the public catalogue. */
export const publicCatalogue = z.object({
  publicPrices: z.enum(publicPrices, { error: 'Choose whose prices are shown' }).default('none'),
  /** The customer group with the shown prices; only for `group`. */
  publicPriceGroupID: idOf('agr', 'Choose a customer group').nullable().default(null),
});
export type PublicCatalogue = z.output<typeof publicCatalogue>;

export const getPublicCatalogue = endpoint({
  name: 'getPublicCatalogue',
  method: 'GET',
  path: '/v1/public-catalogue',
  permission: 'api_keys:read',
  summary: 'Reads which prices visitors of the catalogue widget see.',
  reply: publicCatalogue,
});

/** Changes the given settings. */
export const updatePublicCatalogue = endpoint({
  name: 'updatePublicCatalogue',
  method: 'PATCH',
  path: '/v1/public-catalogue',
  permission: 'api_keys:update',
  summary: 'Says which prices visitors of the catalogue widget see.',
  body: z.strictObject({
    publicPrices: z.enum(publicPrices, { error: 'Choose whose prices are shown' }).optional(),
    publicPriceGroupID: idOf('agr', 'Choose a customer group').nullish(),
  }),
  reply: publicCatalogue,
});
