import {
  type CustomerRegistrationData,
  daysLater,
  type FieldError,
  newID,
  problems,
  type RegistrationOutcome,
  type RegistrationReceipt,
  snapshotOfAddress,
} from '@millwright/core/contracts';
import {
  type AccountContext,
  activeFlow,
  countInAccount,
  hashToken,
  invitePortalPerson,
  isSameSecret,
  type LimitRule,
  memberIs,
  newCode,
  plainName,
  portalPersonKnown,
  publicFlow,
  queueEmail,
  type RegistrationFlow,
  spendQuietlyInAccount,
  sql,
  tooManyAttempts,
  touched,
} from '@millwright/core/server';
import { listRegistrationRequests, registrationStates } from '../../../contracts/index.ts';
import type { CustomerService } from '../../parties/customer/customer.service.ts';
import { registrationIs } from '../../states/states.ts';
import type { RegistrationReferences } from '../registration-flow/registration-references.ts';
import { makeCustomer } from './registration-decision.ts';
import { codeMinutes } from './registration-emails.ts';
import { RegistrationRequest } from './registration-request.entity.ts';

/** Limits against bots and guesses, in addition to the mailed code and the honeypot field. */
export const registrationLimits = {
  network: { name: 'registration.network', of: 'caller', points: 10, seconds: 3_600 },
  /** Emails to an entered address. */
  address: { name: 'registration.address', of: 'named', points: 4, seconds: 3_600 },
  /** Emails to a customer whose number is entered. */
  customer: { name: 'registration.customer', of: 'named', points: 3, seconds: 3_600 },
  /** Emails of an account to strangers. */
  account: { name: 'registration.account', of: 'named', points: 200, seconds: 3_600 },
  /** Attempts at the codes of an address, over all of its requests. */
  code: { name: 'registration.code', of: 'named', points: 50, seconds: 3_600 },
} as const satisfies Record<string, LimitRule>;

/** Attempts at one code. */
const mostCodeTries = 5;
/** Minutes for which a mailed code also works for other open requests of the same address. */
const sharedCodeMinutes = 60;
/** Unproven requests are deleted after a week, in batches. */
const pruneDays = 7;
const mostPruned = 100;

const received = 'We have mailed six digits. Enter them to send your registration.';
const asksColleagues =
  'If we know the customer, we have mailed six digits to the addresses on record. Ask there for them.';

interface Asked {
  isExistingCustomer: boolean;
  customerData: CustomerRegistrationData;
  fax?: string | undefined;
}

/** Accepts registrations from strangers. The answers never reveal which people or customers exist. */
export class RegistrationService {
  readonly #customers: CustomerService;
  readonly #references: RegistrationReferences;

  constructor(customers: CustomerService, references: RegistrationReferences) {
    this.#customers = customers;
    this.#references = references;
  }

  /**
   * The form for new customers.
   * @throws Problem 404 if the account accepts no registrations
   */
  async shown(ctx: AccountContext) {
    const flow = await activeFlow(ctx);
    if (!flow) throw problems.not_found({ message: 'No registrations are taken at the moment' });
    return { ...(await publicFlow(ctx, flow, this.#references)), accountName: ctx.account.name };
  }

  /**
   * `own`: the caller's confirmed address, used if the request has none.
   * @throws Problem 400 field by field, 404 if the account accepts no registrations, 429
   */
  async ask(ctx: AccountContext, network: string, { isExistingCustomer, customerData, fax }: Asked, own?: string) {
    const flow = await activeFlow(ctx);
    if (!flow) throw problems.not_found();
    const email = customerData.email ?? own;
    const faults = await this.#faultsOf(ctx, flow, isExistingCustomer, customerData);
    if (email === undefined) faults.unshift({ path: 'customerData.email', message: 'Email is required' });
    if (email === undefined || faults.length) throw problems.invalid_input({ errors: faults });
    const id = newID('rgr');
    const expiresAt = new Date(ctx.clock.now().getTime() + codeMinutes * 60_000);
    const receipt: RegistrationReceipt = {
      registrationID: id,
      expiresAt: expiresAt.toISOString(),
      message: isExistingCustomer ? asksColleagues : received,
    };
    // A bot gets the normal answer.
    if (fax?.trim()) return receipt;
    const number = customerData.number?.toLowerCase() ?? '';
    const { id: accountID } = ctx.account;
    const wait = await countInAccount(ctx, registrationLimits.network, accountID, network);
    if (wait) throw tooManyAttempts(wait);
    // Strangers can use up these limits. Then no email is sent, but the request of the address's owner is still saved.
    let mayMail = true;
    for (const [rule, subject] of [
      [registrationLimits.address, email],
      ...(isExistingCustomer ? ([[registrationLimits.customer, number]] as const) : []),
      [registrationLimits.account, ''],
    ] as const)
      mayMail = (await spendQuietlyInAccount(ctx, rule, accountID, subject)) && mayMail;
    await this.#prune(ctx);
    const code = newCode();
    const mail = await this.#mailOf(ctx, isExistingCustomer, { ...customerData, email }, code);
    ctx.em.create(RegistrationRequest, {
      id,
      status: 'unproven',
      isExistingCustomer,
      name: customerData.name,
      contactName: customerData.contactName || customerData.name,
      email,
      number: customerData.number || null,
      phone: (flow.phoneField === 'hidden' ? null : customerData.phone) || null,
      website: (flow.websiteField === 'hidden' ? null : customerData.website) || null,
      note: (flow.noteField === 'hidden' ? null : customerData.note) || null,
      address:
        flow.addressField !== 'hidden' && customerData.address
          ? snapshotOfAddress({ ...customerData.address, name: customerData.address.name || customerData.name })
          : null,
      customerGroupID: customerData.customerGroupID || flow.defaultCustomerGroupID || null,
      shippingTermID: customerData.shippingTermID || flow.defaultShippingTermID || null,
      paymentTermID: customerData.paymentTermID || flow.defaultPaymentTermID || null,
      customerID: mail?.customerID ?? null,
      closingWords: flow.closingWords ?? null,
      isLetInAtOnce: flow.approval === 'at_once',
      notifiedEmails: flow.notifiedEmails,
      // A code that was not mailed would only help guessing.
      codeHash: mail?.isCode && mayMail ? hashToken(`${id} ${code}`) : null,
      codeExpiresAt: expiresAt,
    });
    await ctx.em.flush();
    if (mail && mayMail)
      await queueEmail(ctx, {
        template: 'commerce.registration-code',
        to: mail.to,
        props: { ...mail.props, minutes: codeMinutes },
        isConfidential: true,
      });
    return receipt;
  }

  /**
   * The result of the confirmation, or undefined for a wrong code. A wrong code is counted, so the caller has to commit
   * before refusing.
   */
  async confirm(
    ctx: AccountContext,
    { registrationID, code }: { registrationID: string; code: string },
  ): Promise<RegistrationOutcome | undefined> {
    const found = await ctx.em.findOne(RegistrationRequest, { accountID: ctx.account.id, id: registrationID });
    if (!found) return undefined;
    const request = await ctx.em.getForUpdate(RegistrationRequest, registrationID);
    if (registrationStates.is.proven(request.status) || request.codeExpiresAt <= ctx.clock.now()) return undefined;
    if (request.codeTries >= mostCodeTries) return undefined;
    if (!(await this.#takeCode(ctx, request as RegistrationRequest, code))) {
      request.codeTries += 1;
      await ctx.em.flush();
      return undefined;
    }
    ctx.em.assign(request, { provenAt: ctx.clock.now(), status: 'waiting' });
    touched(ctx, listRegistrationRequests);
    if (request.isExistingCustomer) return this.#join(ctx, request as RegistrationRequest);
    const isLetIn = request.isLetInAtOnce;
    if (isLetIn)
      await makeCustomer(ctx, this.#customers, request as RegistrationRequest, {
        decidedBy: 'Registration flow',
        isOwnWish: true,
      });
    await ctx.em.flush();
    await this.#tellTeam(ctx, request as RegistrationRequest);
    const next = isLetIn
      ? 'You are in: we have mailed you a link to set your password.'
      : 'Thank you. We look at your registration and mail you.';
    return { outcome: isLetIn ? 'approved' : 'waiting', message: request.closingWords || next };
  }

  /**
   * Whether the code was mailed for this request or for another open request of the same address. The owner of the
   * address cannot tell which email belongs to which request, and strangers may have used up the email limit. A code
   * works once. No code works while the limit of attempts is exceeded.
   */
  async #takeCode(ctx: AccountContext, request: RegistrationRequest, code: string): Promise<boolean> {
    const { email, isExistingCustomer, customerID } = request;
    const { id: accountID } = ctx.account;
    const mayTry = await spendQuietlyInAccount(ctx, registrationLimits.code, accountID, email, customerID ?? '');
    const since = new Date(ctx.clock.now().getTime() - sharedCodeMinutes * 60_000);
    const mailed = await ctx.em.find(RegistrationRequest, {
      accountID,
      status: 'unproven',
      email,
      isExistingCustomer,
      customerID,
      codeHash: { $ne: null },
      createdAt: { $gt: since },
    });
    const hits = mailed.map(({ id, codeHash }) => isSameSecret(codeHash ?? '', hashToken(`${id} ${code}`)));
    if (!mayTry || !hits.includes(true)) return false;
    for (const each of mailed) ctx.em.assign(each, { codeHash: null });
    return true;
  }

  /**
   * Adds the person to the customer, because a colleague has passed on the code: sends an invitation to the person's
   * own address.
   */
  async #join(ctx: AccountContext, request: RegistrationRequest): Promise<RegistrationOutcome | undefined> {
    const { rows } = await sql<{ id: string }>`select id from commerce.customer
      where account_id = ${ctx.account.id} and id = ${request.customerID}`.execute(ctx.em.query());
    if (!rows[0]) return undefined;
    ctx.em.assign(request, { status: 'joined', decidedAt: ctx.clock.now(), decidedBy: 'Code of the customer' });
    await ctx.em.flush();
    await invitePortalPerson(ctx, {
      customerID: rows[0].id,
      name: request.contactName,
      email: request.email,
      isOwnWish: true,
    });
    return { outcome: 'joined', message: 'We have mailed you an invitation: it sets your password.' };
  }

  /**
   * Recipients and content of the email. Undefined if the customer number is unknown or its customer has no address.
   */
  async #mailOf(
    ctx: AccountContext,
    isExisting: boolean,
    data: CustomerRegistrationData & { email: string },
    code: string,
  ) {
    const personName = plainName(data.contactName || data.name);
    if (await portalPersonKnown(ctx, data.email))
      return {
        to: [data.email],
        isCode: false,
        customerID: null,
        props: { name: personName, code: null, asking: null },
      };
    if (!isExisting)
      return { to: [data.email], isCode: true, customerID: null, props: { name: personName, code, asking: null } };
    const { rows } = await sql<{ id: string; name: string; emails: string[] }>`select customer.id, customer.name,
        array(select distinct lower(known) from (
          select customer.email as known where customer.email is not null
          union all select member.email from core.v_members member
            where member.account_id = customer.account_id and member.customer_id = customer.id
              and ${memberIs.active('member.status')}) on_record limit 10) as emails
      from commerce.customer customer
      where customer.account_id = ${ctx.account.id} and lower(customer.number) = ${data.number?.toLowerCase() ?? ''}
      `.execute(ctx.em.query());
    const [customer] = rows;
    if (!customer?.emails.length) return undefined;
    const asking = { name: personName, email: data.email };
    return { to: customer.emails, isCode: true, customerID: customer.id, props: { name: customer.name, code, asking } };
  }

  async #tellTeam(ctx: AccountContext, request: RegistrationRequest): Promise<void> {
    if (!request.notifiedEmails.length) return;
    const isLetIn = registrationStates.is.approved(request.status);
    await queueEmail(ctx, {
      template: 'commerce.registration-waiting',
      to: request.notifiedEmails,
      props: {
        name: plainName(request.name),
        contactName: plainName(request.contactName),
        email: request.email,
        isLetIn,
        link: isLetIn
          ? `${ctx.baseURL}/dashboard/customers/${request.customerID}`
          : `${ctx.baseURL}/dashboard/registrations/${request.id}`,
      },
      record: { type: 'registration_request', id: request.id },
    });
  }

  async #faultsOf(
    ctx: AccountContext,
    flow: RegistrationFlow,
    isExisting: boolean,
    data: CustomerRegistrationData,
  ): Promise<FieldError[]> {
    if (isExisting) {
      if (!flow.allowsExistingCustomers)
        return [
          { path: 'isExistingCustomer', message: 'Ask the company: people of its customers cannot register here' },
        ];
      return data.number ? [] : [{ path: 'customerData.number', message: 'Customer number is required' }];
    }
    const fieldRules = [
      ['phone', flow.phoneField, data.phone, 'Phone is required'],
      ['address', flow.addressField, data.address, 'Address is required'],
      ['website', flow.websiteField, data.website, 'Website is required'],
      ['note', flow.noteField, data.note, 'Tell us something about your company'],
    ] as const;
    const faults: FieldError[] = fieldRules.flatMap(([field, mode, value, message]) =>
      mode === 'required' && !value ? [{ path: `customerData.${field}`, message }] : [],
    );
    const choices = await this.#references.choicesOf(ctx, flow);
    const chosen = [
      ['customerGroupID', data.customerGroupID, flow.defaultCustomerGroupID, choices.customerGroups],
      ['shippingTermID', data.shippingTermID, flow.defaultShippingTermID, choices.shippingTerms],
      ['paymentTermID', data.paymentTermID, flow.defaultPaymentTermID, choices.paymentTerms],
    ] as const;
    for (const [field, id, usual, offered] of chosen)
      if (id && id !== usual && !offered.some((choice) => choice.id === id))
        faults.push({ path: `customerData.${field}`, message: 'This is not offered' });
    return faults;
  }

  async #prune(ctx: AccountContext): Promise<void> {
    const before = daysLater(ctx.clock.now(), -pruneDays);
    await sql`delete from commerce.registration_request where account_id = ${ctx.account.id} and id in (
      select id from commerce.registration_request where account_id = ${ctx.account.id}
        and ${registrationIs.unproven('status')}
        and created_at < ${before} order by created_at limit ${mostPruned} for update skip locked)`.execute(
      ctx.em.query(),
    );
  }
}
