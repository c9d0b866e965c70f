import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { noteText, requiredLine } from './text.ts';

/** An opened page of the card provider. */
export const checkoutPage = z.object({
  checkoutSessionClientSecret: z.string(),
  checkoutSessionID: z.string(),
  /** `practice` takes no money: the card form is ours. */
  provider: z.enum(['stripe', 'practice']),
  publishableKey: z.string().nullable(),
  /** Page of the provider; null for practice. */
  url: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  expiresAt: z.iso.datetime(),
});
export type CheckoutPage = z.output<typeof checkoutPage>;

/** Cards of the practice provider. */
export const practiceCard = z.enum(['accepted', 'declined'], { error: 'Choose a practice card' });

const link = {
  accountSlug: requiredLine(63, 'Account is required'),
  token: requiredLine(200, 'The link is not whole'),
};
const bearer = 'The link in the mail stands for whoever got it';

/** Days for which a mailed link opens its document. */
export const documentLinkDays = 14;

/**
 * What a link opens without a password. A mailed one: an estimate or order, or invoices to pay; no costs, no stock. One
 * for paying (`pay`), which anybody may hold who knows a number and an amount: what is left to pay, when, and to whom.
 */
export const linkedDocumentAnswer = z.object({
  account: z.object({
    name: z.string(),
    slug: z.string(),
    logoUrl: z.string().nullable(),
    accentColor: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** Empty for a link for paying. */
  customerName: z.string(),
  kind: z.enum(['estimate', 'order', 'invoices', 'pay']),
  /** `Estimate 1042`, `Invoice 2041`. */
  title: z.string(),
  /** How far it is, in words. */
  stage: z.string().nullable(),
  customerPO: z.string().nullable(),
  note: z.string().nullable(),
  /** Last day on which an estimate holds. */
  validUntil: z.string().nullable(),
  lines: z.array(
    z.object({
      sku: z.string(),
      description: z.string(),
      quantity: z.number(),
      unit: z.string(),
      unitPrice: z.number(),
      total: z.number(),
    }),
  ),
  discount: z.object({ name: z.string(), amount: z.number() }).nullable(),
  invoices: z.array(
    z.object({ number: z.string(), date: z.string(), dueAt: z.string(), total: z.number(), open: z.number() }),
  ),
  total: z.number(),
  /** What is left to pay. */
  due: z.number(),
  /** Day on which it is due, for a link for paying an invoice. */
  dueAt: z.string().nullable(),
  currency: z.string(),
  canAnswer: z.boolean(),
  /** Whether accepting is enough; else it goes on when it is paid. */
  canAccept: z.boolean(),
  /** Of the offer as it is shown, which an answer carries; 0 for what is no offer. */
  offerVersion: z.int(),
  canPay: z.boolean(),
});
export type LinkedDocument = z.output<typeof linkedDocumentAnswer>;

/** The document that a mailed link opens. 404 `document_link_invalid` whatever is wrong with it. */
export const readDocumentLink = endpoint({
  name: 'readDocumentLink',
  method: 'POST',
  path: '/v1/document-links/actions/read',
  public: bearer,
  summary: 'Reads the document of a mailed link.',
  body: z.strictObject(link),
  reply: linkedDocumentAnswer,
  status: 200,
});

/**
 * Accepts the estimate, which issues it, or declines it; the team is told. 409 `estimate_changed` where another offer
 * would be seen now, `payment_first` where it goes on when it is paid.
 */
export const answerDocumentLink = endpoint({
  name: 'answerDocumentLink',
  method: 'POST',
  path: '/v1/document-links/actions/answer',
  public: bearer,
  summary: 'Accepts or declines the estimate of a mailed link.',
  body: z.strictObject({
    ...link,
    answer: z.enum(['accept', 'decline'], { error: 'Accept or decline' }),
    offerVersion: z.int({ error: 'Say which offer is answered: the offerVersion that was shown' }),
    message: noteText.nullish(),
  }),
  reply: linkedDocumentAnswer,
  status: 200,
});

/** Opens a page on which what the link is about is paid by card; the amount is the server's. */
export const payDocumentLink = endpoint({
  name: 'payDocumentLink',
  method: 'POST',
  path: '/v1/document-links/actions/pay',
  public: bearer,
  summary: 'Opens a card payment page for a mailed link.',
  body: z.strictObject({ ...link, offerVersion: z.int().optional() }),
  reply: checkoutPage,
  status: 200,
});

/** The practice provider's card form for a page that the link has opened. */
export const practiseDocumentLink = endpoint({
  name: 'practiseDocumentLink',
  method: 'POST',
  path: '/v1/document-links/actions/practice',
  public: bearer,
  summary: 'Pays a practice checkout of a mailed link with a card that is not real.',
  body: z.strictObject({ ...link, checkoutSessionID: z.string().max(100), card: practiceCard }),
  reply: z.object({ message: z.string() }),
  status: 200,
});
