import { type EndpointRequest, problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  addAddress,
  changeAddress,
  changePortalPerson,
  definePart,
  documentPDF,
  invitePortalPerson,
  outsideRoute,
  type PortalPerson,
  pageOfAddresses,
  portalPeople,
  removeAddress,
  touchedRows,
} from '@millwright/core/server';
import {
  changeOwnPerson,
  createOwnAddress,
  deleteOwnAddress,
  getOwnBalance,
  getOwnInvoicePDF,
  getOwnStatement,
  type InvoiceRow,
  inviteOwnPerson,
  invoiceStates,
  listOwnAddresses,
  listOwnInvoices,
  listOwnPayments,
  listOwnPeople,
  type OwnInvoiceRow,
  type OwnPerson,
  previewCheckout,
  updateOwnAddress,
} from '../../../contracts/index.ts';
import { invoiceRows } from '../../billing/invoice/invoice.queries.ts';
import { invoicePaper } from '../../billing/invoice/invoice-pdf.ts';
import { receivablesOf } from '../../billing/receivable/receivable.queries.ts';
import { statementPaper } from '../../billing/receivable/statement.ts';
import { transactionRows } from '../../billing/transaction/transaction.queries.ts';
import type { PortalContext } from '../../parties/customer/shopper.ts';
import { onlooker, portalRead, portalWrite } from '../storefront/portal-context.ts';

const invoiceOf = (row: InvoiceRow): OwnInvoiceRow => ({
  id: row.id,
  number: row.number,
  orderID: row.orderID,
  orderNumber: row.orderNumber,
  customerPO: row.customerPO,
  date: row.date,
  dueAt: row.dueAt,
  total: row.totalInvoiced,
  open: row.open,
  status: invoiceStates.is.open(row.status.code) && row.isOverdue ? 'overdue' : row.status.code,
});

async function findInvoices(ctx: PortalContext, query: EndpointRequest<typeof listOwnInvoices>['query']) {
  const { isOpen, asCustomerID: _, ...page } = query;
  const status = isOpen === undefined ? undefined : isOpen ? (['open'] as const) : (['paid', 'void'] as const);
  const { items, count } = await invoiceRows.find(ctx, {
    ...page,
    customerIDs: [ctx.customerID],
    ...(status ? { status: [...status] } : {}),
  } as Parameters<typeof invoiceRows.find>[1]);
  return { count, items: items.map(invoiceOf) };
}

async function findPayments(ctx: PortalContext, query: EndpointRequest<typeof listOwnPayments>['query']) {
  const { asCustomerID: _, ...page } = query;
  const { items, count } = await transactionRows.find(ctx, {
    ...page,
    customerIDs: [ctx.customerID],
  } as Parameters<typeof transactionRows.find>[1]);
  return {
    count,
    items: items.map((row) => ({
      id: row.id,
      number: row.number,
      type: row.adjustmentType?.name ?? row.type.name,
      method: row.transactionMethod?.name ?? null,
      date: row.date,
      amount: row.amount,
      open: row.open,
      reference: row.reference,
      isVoid: invoiceStates.is.void(row.status.code),
    })),
  };
}

const personOf = (ctx: PortalContext, person: PortalPerson): OwnPerson => ({
  ...person,
  isSelf: person.id === ctx.memberID,
});

/**
 * Context for services that require permissions on customers: every portal user may edit the addresses of the own
 * company. Row-level security hides other companies.
 */
const asOwner = (ctx: PortalContext): AccountContext => ({ ...ctx, can: () => true, require: () => undefined });

/** The same context for address changes, which also affect the addresses offered at checkout. */
const addressing = (ctx: PortalContext): AccountContext => {
  touchedRows(ctx, previewCheckout);
  return asOwner(ctx);
};

/** A customer's receivables, payments, addresses and people in the portal. */
export const ownMoneyPart = definePart({
  routes: () => [
    portalRead(listOwnInvoices, (ctx, { query }) => findInvoices(ctx, query)),
    outsideRoute(getOwnInvoicePDF, async (ctx, { params, query }) => {
      const paper = await ctx.inTransaction(
        async (inner) => invoicePaper(await onlooker(inner, query.asCustomerID), params.invoiceID),
        { readOnly: true },
      );
      return { bytes: await documentPDF(paper), contentType: 'application/pdf' };
    }),
    portalRead(listOwnPayments, (ctx, { query }) => findPayments(ctx, query)),
    portalRead(getOwnBalance, async (ctx) => {
      const { total, overdue, credits, balance, receivables } = await receivablesOf(ctx, ctx.customerID, undefined);
      return {
        total,
        overdue,
        credits,
        balance,
        openCount: receivables.filter(({ kind }) => kind === 'invoice').length,
      };
    }),
    outsideRoute(getOwnStatement, async (ctx, { query }) => {
      const paper = await ctx.inTransaction(
        async (inner) => {
          const viewer = await onlooker(inner, query.asCustomerID);
          return statementPaper(viewer, viewer.customerID, query.cutoffDate);
        },
        { readOnly: true },
      );
      return { bytes: await documentPDF(paper), contentType: 'application/pdf' };
    }),
    portalRead(listOwnAddresses, (ctx, { query: { asCustomerID: _, ...page } }) =>
      pageOfAddresses(ctx, ctx.customerID, page),
    ),
    portalWrite(createOwnAddress, (ctx, { body }) => addAddress(addressing(ctx), ctx.customerID, body)),
    portalWrite(updateOwnAddress, (ctx, { params, body }) =>
      changeAddress(addressing(ctx), ctx.customerID, params.addressID, body),
    ),
    portalWrite(deleteOwnAddress, (ctx, { params }) =>
      removeAddress(addressing(ctx), ctx.customerID, params.addressID),
    ),
    portalRead(listOwnPeople, async (ctx) => {
      const people = await portalPeople(ctx, ctx.customerID);
      return { items: people.map((person) => personOf(ctx, person)), count: people.length };
    }),
    portalWrite(inviteOwnPerson, async (ctx, { body }) =>
      personOf(ctx, await invitePortalPerson(ctx, { ...body, customerID: ctx.customerID })),
    ),
    portalWrite(changeOwnPerson, async (ctx, { params, body }) => {
      if (body.status === undefined && !body.invite)
        throw problems.invalid_input({ errors: [{ path: 'status', message: 'Say what is to change' }] });
      return personOf(ctx, await changePortalPerson(ctx, ctx.customerID, params.personID, body));
    }),
  ],
});
