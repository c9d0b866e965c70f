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

/** The widgets in which people of customers order. */
export const shoppingWidgets = ['catalogue', 'quick-order'] as const;

/** Where a call of the portal stands for widgets: `/v1/portal/cart` is `/v1/widgets/{publishableKey}/portal/cart`. */
type InWidget<Path extends string> = Path extends `/v1${infer Rest}` ? `${typeof widgetPath}${Rest}` : never;

/** A call of the portal for people who have signed in inside a widget: the same question, the same answer. */
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
 * Mails a code to somebody of a customer; whoever asks is answered the same, and the mails to an address end after six
 * in an hour, the last code being good. 429 after a few for a network.
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

/** A token for `authorization: Bearer`: for this key on this site, 15 minutes from the last call, two hours at most. */
const signedIn = z.object({
  state: z.literal('signed_in'),
  token: z.string(),
  expiresAt: z.iso.datetime(),
  name: z.string(),
  /** Until when a second factor is to be set up, and where; null where none is missing. */
  setUp: z.object({ until: z.iso.datetime(), url: z.string() }).nullable(),
});
export type SignedInInWidget = z.output<typeof signedIn>;

/** What the second factor is asked for with: for people who have one, and where the account requires one by now. */
const secondFactorAsked = z.object({
  state: z.literal('second_factor'),
  /** For `confirmSecondFactorInWidget`, until `expiresAt`. */
  challenge: z.string(),
  expiresAt: z.iso.datetime(),
  account: z.string(),
  /** `app`: a code of the authenticator app; `recovery`: one that was noted down. Empty: one is to be set up first. */
  methods: z.array(z.enum(['app', 'recovery'])),
  setUpURL: z.string(),
});
export type SecondFactorAsked = z.output<typeof secondFactorAsked>;

/** Takes the mailed code, once. 400 `sign_in_code_invalid`, at most five tries. */
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
 * Goes on where `confirmSignInInWidget` answered `second_factor`. 400 `second_factor_wrong`, 401 `challenge_ended`, 403
 * `second_factor_enrolment` while there is none, 429 after many wrong codes, as in the shell.
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

/** A product as every visitor may know it: no stock. */
export const shownProduct = z.object({
  id: z.string(),
  sku: z.string(),
  description: z.string(),
  category: named.nullable(),
  productLine: z.string().nullable(),
  variation: shopVariation.nullable(),
  /** Price of one default unit; null where prices are for customers. */
  unitPrice: z.number().nullable(),
  unit: named,
});
export type ShownProduct = z.output<typeof shownProduct>;

/** What a catalogue is drawn with before anybody has signed in. */
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

/** Whose prices visitors see who have not signed in. */
export const publicPrices = ['none', 'list', 'group'] as const;

/** What an account set about the catalogue that every visitor may see. */
export const publicCatalogue = z.object({
  publicPrices: z.enum(publicPrices, { error: 'Choose whose prices are shown' }).default('none'),
  /** The customer group whose prices are shown; for `group` alone. */
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

/** Changes it; what is not sent stays. */
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
