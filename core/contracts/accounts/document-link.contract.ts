import { z } from 'zod';
import { binaryReply, endpoint } from '../endpoints/endpoint.ts';
import { noteText, requiredLine } from '../texts/text.ts';

/** A payment page of the card provider. */
export const checkoutPage = z.object({
  checkoutSessionClientSecret: z.string(),
  checkoutSessionID: z.string(),
  /** `practice` takes no money; its card form is Millwright's own. */
  provider: z.enum(['stripe', 'practice']),
  publishableKey: z.string().nullable(),
  /** Address of the provider's page; null for practice. */
  url: z.string().nullable(),
  amount: z.number(),
  currency: z.string(),
  expiresAt: z.iso.datetime(),
});
export type CheckoutPage = z.output<typeof checkoutPage>;

/** Test cards of the practice provider. */
export const practiceCard = z.enum(['accepted', 'declined'], { error: 'Choose a practice card' });

const link = {
  accountSlug: requiredLine(63, 'Account is required'),
  token: requiredLine(200, 'The link is not whole'),
};
const bearer = 'The link in the mail stands for whoever got it';

/** Days for which a mailed link is valid. */
export const documentLinkDays = 14;

/**
 * The content of a link, readable without a password. A mailed link shows an estimate or order, or invoices to pay,
 * without costs and stock. A link for paying (`pay`), which anybody can open who knows a number and an amount, shows
 * only the open amount, its due date and the payee.
 */
export const linkedDocumentAnswer = z.object({
  account: z.object({
    name: z.string(),
    slug: z.string(),
    logoUrl: z.string().nullable(),
    accentColor: z.string().nullable(),
    email: z.string().nullable(),
  }),
  /** Empty for a link of kind `pay`. */
  customerName: z.string(),
  kind: z.enum(['estimate', 'order', 'invoices', 'pay']),
  /** `Estimate 1042`, `Invoice 2041`. */
  title: z.string(),
  /** Stage of the document in words. */
  stage: z.string().nullable(),
  customerPO: z.string().nullable(),
  note: z.string().nullable(),
  /** Last day on which the estimate is valid. */
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
  /** Open amount. */
  due: z.number(),
  /** Due date, for a `pay` link of an invoice. */
  dueAt: z.string().nullable(),
  currency: z.string(),
  canAnswer: z.boolean(),
  /** True if accepting suffices; false if the document also has to be paid. */
  canAccept: z.boolean(),
  /** Version of the shown offer, which an answer repeats; 0 for documents that are no offer. */
  offerVersion: z.int(),
  canPay: z.boolean(),
  /** Shared files of the document; none for a link of kind `pay`. */
  files: z.array(z.object({ id: z.string(), name: z.string(), contentType: z.string(), size: z.int() })),
});
export type LinkedDocument = z.output<typeof linkedDocumentAnswer>;

/** The document of a mailed link. Always 404 `document_link_invalid`, whatever is wrong with the link. */
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

/** The content of a shared file of the document. */
export const readDocumentLinkFile = endpoint({
  name: 'readDocumentLinkFile',
  method: 'POST',
  path: '/v1/document-links/actions/read-file',
  public: bearer,
  summary: 'Reads a shared file of the document of a mailed link.',
  body: z.strictObject({ ...link, fileID: z.string().max(100) }),
  reply: binaryReply('application/octet-stream'),
  status: 200,
});

/**
 * Accepts the estimate, which issues it, or declines it; the team is notified. 409 `estimate_changed` where the offer
 * has changed since it was shown, `payment_first` where it must be paid first.
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

/** Opens a card payment page for the document of the link. The server computes the amount. */
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

/** Submits the practice provider's card form of a page that `payDocumentLink` has opened. */
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
