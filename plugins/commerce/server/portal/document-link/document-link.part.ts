import {
  answerDocumentLink,
  payDocumentLink,
  practiseDocumentLink,
  problems,
  readDocumentLink,
  readDocumentLinkFile,
} from '@millwright/core/contracts';
import {
  type AccountContext,
  accountsWithOlder,
  type CallerRule,
  clientNetwork,
  countInAccount,
  definePart,
  inAccountOfSlug,
  type PersonContext,
  personRoute,
  readSharedFile,
  route,
  sql,
  tooManyAttempts,
} from '@millwright/core/server';
import { cardPaymentProblems, checkoutRecipients, mailCheckout, portalProblems } from '../../../contracts/index.ts';
import type { CardPayments, Door } from '../../billing/card-payment/card-payment.service.ts';
import { CardPayment } from '../../billing/card-payment/provider/takes-cards.ts';
import { DocumentLink } from '../../document/document-link/document-link.entity.ts';
import { pruneDocumentLinks } from '../../document/document-link/new-document-link.ts';
import { markOffered } from '../../document/offer/offers.ts';
import { mayBePaid } from '../../document/payable/payable.ts';
import { mailPayLink } from '../../sales/sales-order/record/sales-order-mail.ts';
import { salesOrderByID } from '../../sales/sales-order/sales-order.queries.ts';
import { SalesOrderStatusService } from '../../sales/sales-order/status/sales-order-status.service.ts';
import { answer } from '../own-order/own-order.part.ts';
import { filedRecordsOf, findLinkedDocument, type LiveLink, linkOf, payableOf } from './linked-document.ts';

/** Limit of guessed links per network. */
const guesses: CallerRule = { name: 'document-link.network', of: 'caller', points: 30, seconds: 3_600 };

interface Bearer {
  accountSlug: string;
  token: string;
}

/**
 * Runs `work` in the account of a link, with the recipient of the email as the actor. An invalid link always gets the
 * same answer, and the attempt is counted and committed before the refusal.
 */
async function withLink<T>(
  ctx: PersonContext,
  { accountSlug, token }: Bearer,
  work: (inner: AccountContext, link: LiveLink) => Promise<T>,
): Promise<T> {
  const invalid = () => portalProblems.document_link_invalid();
  const outcome = await inAccountOfSlug(ctx, accountSlug, async (inner) => {
    const link = await linkOf(inner, token);
    if (!link) return { wait: await countInAccount(inner, guesses, inner.account.id, clientNetwork(ctx.client.ip)) };
    const actor = {
      ...inner.actor,
      name: `${link.sentTo} (${link.kind === 'pay' ? 'link for paying' : 'mailed link'})`,
    };
    return { done: await work({ ...inner, actor }, link) };
  }).catch((error: unknown) => {
    // An unknown account gets the same answer, so that its existence is not revealed.
    throw (error as { code?: string }).code === 'not_found' ? invalid() : error;
  });
  if ('done' in outcome) return outcome.done as T;
  throw outcome.wait ? tooManyAttempts(outcome.wait) : invalid();
}

const doorOf = (ctx: PersonContext, bearer: Bearer): Door => ({
  clock: ctx.clock,
  baseURL: ctx.baseURL,
  inTransaction: (work) => withLink(ctx, bearer, (inner) => work(inner)),
});

/** A payment with the practice provider has to belong to a page of the same link. */
async function refuseForeign(ctx: AccountContext, link: LiveLink, checkoutSessionID: string): Promise<void> {
  const { rows } = await sql`select from commerce.checkout_session
    where account_id = ${ctx.account.id} and id = ${checkoutSessionID} and customer_id = ${link.customerID}
      and (order_id = ${link.orderID} or invoice_ids && ${link.invoiceIDs}::text[])`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
}

/** Documents that a mailed link opens without a password. */
export const documentLinkPart = definePart({
  entities: [DocumentLink],
  routes: (services) => {
    const cards = services.get(CardPayment) as CardPayments;
    const states = services.get(SalesOrderStatusService);
    const read = (ctx: PersonContext, bearer: Bearer) =>
      withLink(ctx, bearer, (inner, link) => findLinkedDocument(inner, cards, link));
    return [
      personRoute(readDocumentLink, (ctx, { body }) => read(ctx, body), { acts: 'open', repeat: 'runs' }),
      personRoute(
        readDocumentLinkFile,
        (ctx, { body: { fileID, ...bearer } }) =>
          withLink(ctx, bearer, (inner, link) => readSharedFile(inner, filedRecordsOf(link), fileID)),
        { acts: 'open', repeat: 'runs' },
      ),
      personRoute(
        answerDocumentLink,
        async (ctx, { body: { accountSlug, token, ...reply } }) => {
          const bearer = { accountSlug, token };
          await withLink(ctx, bearer, async (inner, { orderID, kind }) => {
            if (!orderID || kind === 'pay') throw portalProblems.estimate_answered();
            await answer(inner, states, orderID, reply);
          });
          return read(ctx, bearer);
        },
        { acts: 'open', repeat: 'runs' },
      ),
      personRoute(
        payDocumentLink,
        async (ctx, { body }) => {
          const link = await withLink(ctx, body, async (_, found) => found);
          return cards.open(doorOf(ctx, body), (inner) => payableOf(inner, link), { offerVersion: body.offerVersion });
        },
        { acts: 'open', repeat: 'runs' },
      ),
      personRoute(
        practiseDocumentLink,
        (ctx, { body }) =>
          withLink(ctx, body, async (inner, link) => {
            await refuseForeign(inner, link, body.checkoutSessionID);
            return cards.practise(inner, body.checkoutSessionID, body.card);
          }),
        { acts: 'open', repeat: 'runs' },
      ),
      route(mailCheckout, async (ctx, { params, body }) => {
        const order = await salesOrderByID(ctx, params.orderID);
        if (!(await cards.isOffered(ctx))) throw cardPaymentProblems.cards_not_taken();
        // The recipient of the link sees the estimate, so it counts as offered.
        if (order.offeredAt === null) await markOffered(ctx, [order.id]);
        const { amount: due } = await mayBePaid(ctx, { orderID: order.id });
        const { id, recipients } = await mailPayLink(ctx, order, due, checkoutRecipients(body));
        return {
          message: `A link to pay order ${order.number} will be mailed to ${recipients.join(', ')}`,
          emailLogID: id,
          recipients,
        };
      }),
    ];
  },
  jobs: () => [
    {
      name: 'commerce.prune-document-links',
      cron: '40 3 * * *',
      due: {
        sql: accountsWithOlder('commerce.document_link', 'expires_at', { than: '0 days' }),
        sample: "update commerce.document_link set expires_at = '2026-01-01'",
      },
      handle: pruneDocumentLinks,
    },
  ],
  samples: [
    {
      table: 'commerce.document_link',
      row: (ids) => ({
        customer_id: ids('commerce.customer'),
        order_id: ids('commerce.sales_order'),
        invoice_ids: [],
        token_hash: '0'.repeat(64),
        kind: 'mail',
        sent_to: '{label}@lakeside.test',
        expires_at: new Date('2026-01-15T12:00:00Z'),
      }),
    },
  ],
});
