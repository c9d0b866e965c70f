import {
  confirmCustomerRegistration,
  createRegistrationFlow,
  listEmailLogs,
  listTeamUsers,
  registerCustomer,
  updateRegistrationFlow,
} from '@millwright/core/contracts';
import { apiRefusal, bootTestKernel, type TestKernel, type TestPerson } from '@millwright/core/testing';
import inventory from '@millwright/inventory/server';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  approveRegistration,
  createCustomer,
  createPaymentTerm,
  declineRegistration,
  getCustomer,
  getRegistrationRequest,
  listCustomers,
  listRegistrationRequests,
  mergeRegistration,
} from '../../../contracts/index.ts';
import commerce from '../../plugin.ts';

let kernel: TestKernel;
let admin: TestPerson;
let flowID = '';
let db: Client;

beforeAll(async () => {
  kernel = await bootTestKernel({ why: 'mails that nobody else sends', plugins: [inventory, commerce] });
  admin = await kernel.a.as('admin');
  ({ id: flowID } = await admin.call(createRegistrationFlow, {
    body: { name: 'Website', title: 'Order from us', isActive: true, addressField: 'optional' },
  }));
  db = new Client({ connectionString: kernel.db.adminUrl });
  await db.connect();
});
afterAll(async () => {
  await db?.end();
  await kernel?.stop();
});
beforeEach(() => db.query('delete from core.rate_limit'));

const flow = (body: object) =>
  admin.callUnchecked(updateRegistrationFlow, { params: { registrationFlowID: flowID }, body: body });
const ask = (customerData: object, more: object = {}) =>
  kernel.anonymous().callUnchecked(registerCustomer, { body: { accountSlug: 'alpha', customerData, ...more } });
const confirm = (registrationID: string, code: string, accountSlug = 'alpha') =>
  kernel.anonymous().call(confirmCustomerRegistration, { body: { accountSlug, registrationID, code } });
/** Props of queued and sent emails, newest first. */
const mails = async (template: string): Promise<{ recipients: string[]; props: Record<string, unknown> }[]> =>
  (
    await db.query('select recipients, props from core.email_log where template = $1 order by created_at desc', [
      template,
    ])
  ).rows;
const codeOf = async (): Promise<string> => String((await mails('commerce.registration-code'))[0]?.props['code']);
const waiting = async () => (await admin.call(listRegistrationRequests, { query: { status: 'waiting' } })).items;

const company = (name: string, email: string) => ({ name, contactName: 'Robin Hale', email });

describe('a new customer', () => {
  it('proves the address, waits in the queue, is let in and invited', async () => {
    const term = await admin.call(createPaymentTerm, { body: { name: 'Thirty days', code: 'net_30' } });
    await flow({ defaultPaymentTermID: term.id, notifiedEmails: ['sales@alpha.test'] });
    const { registrationID } = await ask({
      ...company('Lakeland Safety', 'robin@lakeland.test'),
      address: { line1: '100 Mill St', city: 'Duluth', postalCode: '55802', country: 'US' },
    });
    expect(await waiting()).toEqual([]);
    expect(await confirm(registrationID, await codeOf())).toMatchObject({ outcome: 'waiting' });
    expect(await mails('commerce.registration-waiting')).toMatchObject([{ recipients: ['sales@alpha.test'] }]);
    const [row] = await waiting();
    expect(row).toMatchObject({ name: 'Lakeland Safety', email: 'robin@lakeland.test', customer: null });
    const params = { registrationRequestID: row!.id };
    const approved = await admin.call(approveRegistration, { params, body: { number: 'L-1' } });
    expect(approved).toMatchObject({ status: { code: 'approved' }, customer: { number: 'L-1' } });
    const customer = await admin.call(getCustomer, { params: { customerID: approved.customer!.id } });
    expect(customer).toMatchObject({
      name: 'Lakeland Safety',
      defaultPaymentTerm: { id: term.id },
      shipToAddress: { name: 'Lakeland Safety', city: 'Duluth' },
    });
    const people = await admin.call(listTeamUsers, { params: { accountID: customer.id }, query: {} });
    expect(people.items).toMatchObject([
      { email: 'robin@lakeland.test', status: 'invited', role: { type: 'customer' } },
    ]);
    expect((await mails('core.invitation'))[0]?.recipients).toEqual(['robin@lakeland.test']);
    expect(await apiRefusal(admin.call(approveRegistration, { params, body: {} }))).toMatchObject({
      status: 409,
      code: 'registration_decided',
    });
  });

  it.each([
    'Your invoice is overdue - pay at https://evil.test',
    'evil.test',
    'Robin 24',
    'robin@evil.test',
    'R'.repeat(61),
  ])('is no person by the name of %s', async (contactName) => {
    await flow({});
    const data = { ...company('Lakeland Safety', 'robin@named.test'), contactName };
    expect(await apiRefusal(ask(data))).toMatchObject({ status: 400, errors: [{ path: 'customerData.contactName' }] });
    const firm = { name: 'Pay at https://evil.test', email: 'robin@named.test' };
    expect(await apiRefusal(ask(firm))).toMatchObject({ status: 400, errors: [{ path: 'customerData.name' }] });
  });

  it('is let in at once where the flow says so', async () => {
    await flow({ approval: 'at_once', closingWords: 'Welcome aboard.' });
    const { registrationID } = await ask(company('At once', 'me@atonce.test'));
    expect(await confirm(registrationID, await codeOf())).toEqual({ outcome: 'approved', message: 'Welcome aboard.' });
    expect((await admin.call(listCustomers, { query: { query: 'At once' } })).items).toHaveLength(1);
    expect((await mails('core.invitation'))[0]?.recipients).toEqual(['me@atonce.test']);
    await flow({ approval: 'staff', closingWords: null });
  });

  it('is merged with a customer that is proposed, or declined', async () => {
    const known = await admin.call(createCustomer, {
      body: { name: 'Prairie Tool, Inc.', email: 'office@prairie.test' },
    });
    for (const name of ['Prairie Tool', 'Other name']) {
      const { registrationID } = await ask(company(name, `${name.slice(0, 5).toLowerCase()}@prairie.test`));
      await confirm(registrationID, await codeOf());
    }
    const [second, first] = await waiting();
    const read = (id: string) => admin.call(getRegistrationRequest, { params: { registrationRequestID: id } });
    expect((await read(first!.id)).duplicates).toMatchObject([{ id: known.id, reasons: ['name', 'email_domain'] }]);
    expect((await read(second!.id)).duplicates).toMatchObject([{ id: known.id, reasons: ['email_domain'] }]);
    const merged = await admin.call(mergeRegistration, {
      params: { registrationRequestID: first!.id },
      body: { customerID: known.id },
    });
    expect(merged).toMatchObject({ status: { code: 'merged' }, customer: { id: known.id }, duplicates: [] });
    const declined = await admin.call(declineRegistration, {
      params: { registrationRequestID: second!.id },
      body: { message: 'We sell to resellers only.', note: 'Not them again' },
    });
    expect(declined).toMatchObject({ status: { code: 'declined' }, decisionNote: 'Not them again' });
    expect((await mails('commerce.registration-declined'))[0]).toMatchObject({ recipients: [second!.email] });
  });

  it('gives what the flow asks for, and nothing that it does not offer', async () => {
    const foreign = await kernel.b
      .as('admin')
      .then((b) => b.call(createPaymentTerm, { body: { name: 'F', code: 'cod' } }));
    await flow({ phoneField: 'required', noteField: 'hidden' });
    expect(
      await apiRefusal(ask({ ...company('X', 'x@x.test'), paymentTermID: foreign.id, customerGroupID: 'junk' })),
    ).toMatchObject({
      status: 400,
      errors: [
        { path: 'customerData.phone', message: 'Phone is required' },
        { path: 'customerData.customerGroupID', message: 'This is not offered' },
        { path: 'customerData.paymentTermID', message: 'This is not offered' },
      ],
    });
    await flow({ phoneField: 'optional', noteField: 'optional' });
    expect(await apiRefusal(ask(company('X', 'x@x.test'), { accountSlug: 'beta' }))).toMatchObject({ status: 404 });
    expect(await apiRefusal(ask(company('X', 'x@x.test'), { accountSlug: 'nobody' }))).toMatchObject({ status: 404 });
  });

  it('needs no address from somebody who is signed in and has proven one', async () => {
    const unnamed = { accountSlug: 'alpha', customerData: { name: 'Mill Creek Supply' } };
    const strange = await apiRefusal(kernel.anonymous().call(registerCustomer, { body: unnamed }));
    expect(strange).toMatchObject({
      status: 400,
      errors: [{ path: 'customerData.email', message: 'Email is required' }],
    });
    const stranger = await kernel.b.as('admin');
    const { registrationID } = await stranger.call(registerCustomer, { body: unnamed });
    expect((await mails('commerce.registration-code'))[0]?.recipients).toEqual([stranger.email]);
    expect(await confirm(registrationID, await codeOf())).toMatchObject({ outcome: 'waiting' });
    expect(await waiting()).toMatchObject([{ name: 'Mill Creek Supply', email: stranger.email }]);
    await db.query('update core.user set email_verified = false where id = $1', [stranger.userID]);
    const unproven = await apiRefusal(stranger.call(registerCustomer, { body: unnamed }));
    expect(unproven.errors).toEqual(strange.errors);
    await db.query('update core.user set email_verified = true where id = $1', [stranger.userID]);
    await admin.call(declineRegistration, {
      params: { registrationRequestID: (await waiting())[0]!.id },
      body: { message: 'Not now' },
    });
  });
});

describe('people of an existing customer', () => {
  it('join with a code that the customer was mailed; whether it exists nobody is told', async () => {
    const known = await admin.call(createCustomer, {
      body: { name: 'Harbor Outfitters', number: 'H-77', email: 'office@harbor.test' },
    });
    const sent = async () => (await mails('commerce.registration-code')).length;
    const before = await sent();
    const data = company('Harbor', 'new@harbor.test');
    const real = await ask({ ...data, number: 'h-77' }, { isExistingCustomer: true });
    expect(await sent()).toBe(before + 1);
    const [mail] = await mails('commerce.registration-code');
    expect(mail).toMatchObject({ recipients: ['office@harbor.test'], props: { asking: { email: 'new@harbor.test' } } });
    const none = await ask({ ...data, email: 'b@harbor.test', number: 'H-78' }, { isExistingCustomer: true });
    expect(await sent()).toBe(before + 1);
    expect(none.message).toBe(real.message);
    expect(Object.keys(none)).toEqual(Object.keys(real));
    const code = String(mail?.props['code']);
    expect(await apiRefusal(confirm(none.registrationID, code))).toMatchObject({ code: 'registration_code_invalid' });
    expect(await confirm(real.registrationID, code)).toMatchObject({ outcome: 'joined' });
    const people = await admin.call(listTeamUsers, { params: { accountID: known.id }, query: {} });
    expect(people.items).toMatchObject([{ email: 'new@harbor.test', status: 'invited' }]);
    expect(await waiting()).toEqual([]);
  });

  it('are told by mail alone that they have a sign-in already', async () => {
    const { registrationID, message } = await ask(company('Again', admin.email));
    expect(message).toMatch(/six digits/);
    expect((await mails('commerce.registration-code'))[0]).toMatchObject({
      recipients: [admin.email],
      props: { code: null },
    });
    expect(await apiRefusal(confirm(registrationID, '000000'))).toMatchObject({ code: 'registration_code_invalid' });
  });
});

describe('robots and guesses', () => {
  it('get five tries at a code, and none at that of another account', async () => {
    const { registrationID } = await ask(company('Guess', 'guess@guess.test'));
    const code = await codeOf();
    const wrong = code === '111111' ? '222222' : '111111';
    expect(await apiRefusal(confirm(registrationID, code, 'beta'))).toMatchObject({ status: 400 });
    for (let tries = 0; tries < 5; tries += 1)
      expect(await apiRefusal(confirm(registrationID, wrong))).toMatchObject({
        status: 400,
        code: 'registration_code_invalid',
      });
    expect(await apiRefusal(confirm(registrationID, code))).toMatchObject({ code: 'registration_code_invalid' });
  });

  it('gain nothing by many requests: codes that nobody was mailed are none', async () => {
    const address = company('Many', 'victim@many.test');
    const registrationIDs: string[] = [];
    for (let count = 0; count < 6; count += 1) registrationIDs.push((await ask(address)).registrationID);
    const { rows } = await db.query(
      'select count(code_hash)::int as codes from commerce.registration_request where id = any($1)',
      [registrationIDs],
    );
    expect(rows[0].codes).toBe(4);
    // The owner of the address registers later and enters the code of an earlier email.
    const sent = (await mails('commerce.registration-code')).filter(
      ({ recipients }) => recipients[0] === address.email,
    );
    await db.query(
      `update commerce.registration_request set code_expires_at = code_expires_at - interval '35 minutes',
        created_at = created_at - interval '35 minutes' where id = any($1)`,
      [registrationIDs],
    );
    const own = await ask(address);
    const code = String(sent.at(-1)?.props['code']);
    expect(await confirm(own.registrationID, code)).toMatchObject({ outcome: 'waiting' });
    // The code can be used once.
    const next = await ask(address);
    expect(await apiRefusal(confirm(next.registrationID, code))).toMatchObject({ code: 'registration_code_invalid' });
  });

  it('get fifty tries an hour at the codes of one address', async () => {
    const { registrationID } = await ask(company('Fifty', 'fifty@many.test'));
    const code = await codeOf();
    const wrong = code === '111111' ? '222222' : '111111';
    const again = () =>
      db.query('update commerce.registration_request set code_tries = 0 where id = $1', [registrationID]);
    for (let tries = 0; tries < 50; tries += 1) {
      expect(await apiRefusal(confirm(registrationID, wrong))).toMatchObject({ code: 'registration_code_invalid' });
      await again();
    }
    expect(await apiRefusal(confirm(registrationID, code))).toMatchObject({ code: 'registration_code_invalid' });
    await again();
    await db.query('delete from core.rate_limit');
    expect(await confirm(registrationID, code)).toMatchObject({ outcome: 'waiting' });
  });

  it('are told that all went well where they fill in the hidden field, and are slowed down', async () => {
    const stored = async () =>
      Number((await db.query('select count(*) from commerce.registration_request')).rows[0].count);
    const before = await stored();
    const honest = await ask(company('Robot', 'robot@robot.test'), { fax: 'buy now' });
    expect(honest.registrationID).toMatch(/^rgr_/);
    expect(await stored()).toBe(before);
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push(
        await ask(company('Many', `many${count}@many.test`)).then(
          () => 201,
          ({ status }) => status,
        ),
      );
    expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
  });

  it('a late code is none', async () => {
    const { registrationID } = await ask(company('Late', 'late@late.test'));
    const code = await codeOf();
    await db.query(
      "update commerce.registration_request set code_expires_at = $2::timestamptz - interval '400 days' where id = $1",
      [registrationID, kernel.clock.now()],
    );
    expect(await apiRefusal(confirm(registrationID, code))).toMatchObject({ code: 'registration_code_invalid' });
  });

  it('only the team sees the queue', async () => {
    const customer = await admin.call(createCustomer, { body: { name: 'Looker' } });
    const portal = await kernel.a.as('customer', { customerID: customer.id });
    expect(await apiRefusal(portal.call(listRegistrationRequests, { query: {} }))).toMatchObject({ status: 403 });
    expect((await (await kernel.b.as('admin')).call(listRegistrationRequests, { query: {} })).count).toBe(0);
    const { items } = await admin.call(listEmailLogs, { query: { take: 500 } });
    expect(JSON.stringify(items)).not.toMatch(/"\d{6} is your code/);
  });
});
