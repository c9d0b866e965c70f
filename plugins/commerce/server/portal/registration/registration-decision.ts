import { problems } from '@millwright/core/contracts';
import { type AccountContext, audit, invitePortalPerson, queueEmail, sql, touched } from '@millwright/core/server';
import type { z } from 'zod';
import {
  type approveRegistrationBody,
  listRegistrationRequests,
  type RegistrationRequest as RegistrationReply,
  type RegistrationStatus,
  registrationProblems,
  registrationStates,
} from '../../../contracts/index.ts';
import { Customer } from '../../parties/customer/customer.entity.ts';
import type { CustomerService } from '../../parties/customer/customer.service.ts';
import { registrationByID } from './registration.queries.ts';
import { RegistrationRequest } from './registration-request.entity.ts';

const recordOf = (id: string) => ({ type: 'registration_request', id });

/**
 * The id if its record still exists, locked against deletion. Null if it was deleted since it was chosen: the team then
 * sets the value itself.
 */
async function stillThere(
  ctx: AccountContext,
  table: 'account_group' | 'shipping_term' | 'payment_term',
  id: string | null,
) {
  if (!id) return null;
  const { rows } = await sql`select from ${sql.table(`commerce.${table}`)} where account_id = ${ctx.account.id}
    and id = ${id} for key share`.execute(ctx.em.query());
  return rows.length ? id : null;
}

type Approval = Omit<z.output<typeof approveRegistrationBody>, 'version'>;

/** Creates the customer of a request and invites its person. The caller has locked the request. */
export async function makeCustomer(
  ctx: AccountContext,
  customers: CustomerService,
  request: RegistrationRequest,
  { decidedBy, isOwnWish = false, ...wanted }: Approval & { decidedBy: string; isOwnWish?: boolean },
): Promise<void> {
  const { address, email, phone, website, note } = request;
  const chosen = <T>(given: T | null | undefined, requested: T | null | undefined): T | null =>
    given === undefined ? (requested ?? null) : given;
  const created = await customers.create(ctx, {
    name: wanted.name ?? request.name,
    ...(wanted.number ? { number: wanted.number } : {}),
    email,
    phone: phone ?? null,
    url: website ?? null,
    note: note ? `From the registration: ${note}` : null,
    customerTypeGroupID: chosen(
      wanted.customerGroupID,
      await stillThere(ctx, 'account_group', request.customerGroupID ?? null),
    ),
    defaultShippingTermID: chosen(
      wanted.shippingTermID,
      await stillThere(ctx, 'shipping_term', request.shippingTermID ?? null),
    ),
    defaultPaymentTermID: chosen(
      wanted.paymentTermID,
      await stillThere(ctx, 'payment_term', request.paymentTermID ?? null),
    ),
    ...(address ? { billToAddress: address, shipToAddress: address } : {}),
  });
  await decide(ctx, request, 'approved', { decidedBy, customerID: created.id });
  await invitePortalPerson(ctx, { customerID: created.id, name: request.contactName, email, isOwnWish });
}

async function decide(
  ctx: AccountContext,
  request: RegistrationRequest,
  status: RegistrationStatus,
  fields: { decidedBy: string; customerID?: string; decisionNote?: string | null },
): Promise<void> {
  ctx.em.assign(request, { status, decidedAt: ctx.clock.now(), ...fields });
  audit(ctx, {
    record: recordOf(request.id),
    action: 'updated',
    changes: [{ field: 'status', from: registrationStates.names.waiting, to: registrationStates.names[status] }],
  });
  await ctx.em.flush();
  touched(ctx, listRegistrationRequests);
}

/** The team's decisions about waiting requests. */
export class RegistrationQueue {
  readonly #customers: CustomerService;

  constructor(customers: CustomerService) {
    this.#customers = customers;
  }

  async approve(
    ctx: AccountContext,
    id: string,
    { version, ...wanted }: z.output<typeof approveRegistrationBody>,
  ): Promise<RegistrationReply> {
    ctx.require('customers:create');
    const request = await this.#waiting(ctx, id, version);
    await makeCustomer(ctx, this.#customers, request, { ...wanted, decidedBy: ctx.actor.name });
    return registrationByID(ctx, id);
  }

  async merge(
    ctx: AccountContext,
    id: string,
    { customerID, version }: { customerID: string; version?: number | undefined },
  ): Promise<RegistrationReply> {
    ctx.require('customers:update');
    const request = await this.#waiting(ctx, id, version);
    const customer = await ctx.em.findOne(Customer, { accountID: ctx.account.id, id: customerID });
    if (!customer)
      throw problems.invalid_input({ errors: [{ path: 'customerID', message: 'There is no such customer' }] });
    await decide(ctx, request, 'merged', { decidedBy: ctx.actor.name, customerID });
    await invitePortalPerson(ctx, { customerID, name: request.contactName, email: request.email });
    return registrationByID(ctx, id);
  }

  async decline(
    ctx: AccountContext,
    id: string,
    { message, note, version }: { message?: string | null; note?: string | null; version?: number | undefined },
  ): Promise<RegistrationReply> {
    const request = await this.#waiting(ctx, id, version);
    await decide(ctx, request, 'declined', { decidedBy: ctx.actor.name, decisionNote: note || null });
    if (message)
      await queueEmail(ctx, {
        template: 'commerce.registration-declined',
        to: [request.email],
        props: { contactName: request.contactName, message },
        record: recordOf(id),
      });
    return registrationByID(ctx, id);
  }

  /** @throws Problem 404, 409 `registration_decided`, `stale_version` */
  async #waiting(ctx: AccountContext, id: string, version: number | undefined): Promise<RegistrationRequest> {
    const request = (await ctx.em.getForUpdate(RegistrationRequest, id)) as RegistrationRequest;
    if (registrationStates.is.unproven(request.status)) throw problems.not_found();
    ctx.em.expectVersion(request, version);
    if (!registrationStates.is.waiting(request.status))
      throw registrationProblems.registration_decided({
        message: `This request is ${registrationStates.names[request.status].toLowerCase()} already`,
      });
    return request;
  }
}
