import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoRequestBody } from '../contracts/accounts/demo-request.contract.ts';
import type { EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import { emailLogDetail, emailLogRow, listEmailLogs } from '../contracts/work/email-log.contract.ts';
import { removeFile, saveFile } from '../files/file.service.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { accounts, installJobs, type JobInstallation } from '../jobs/testing/job-installation.ts';
import { SystemClock } from '../kernel/context/clock.ts';
import { capturedMailApp } from './log/captured-mail.ts';
import { getMail, listMails } from './log/email-log.queries.ts';
import { emailPreviewApp } from './log/email-preview.ts';
import { type MailableRecord, mailRecord } from './log/email-record.ts';
import { limitedSource, saveDemoRequest } from './people/demo-request.ts';
import { createMailTransport, type MailTransport } from './sending/mail-transport.ts';
import { type EmailRequest, queueEmail, queuePersonEmail } from './sending/queue-email.ts';
import { emailSubscription, PersonMailSender } from './sending/send-email.ts';
import { UnsubscribeLinks } from './sending/unsubscribe-links.ts';
import { coreEmailTemplates } from './templates/core-email-templates.ts';
import { EmailTemplates } from './templates/email-templates.ts';
import { startSmtpServer } from './testing/smtp-server.ts';

const templates = new EmailTemplates(coreEmailTemplates);
const links = new UnsubscribeLinks({ secret: 'x'.repeat(32), baseURL: 'https://millwright.test' });
const invitation: EmailRequest = {
  template: 'core.invitation',
  to: ['Robin@Example.com'],
  props: { name: 'Robin <b>Hale</b>', inviterName: 'Sam', link: 'https://example.com/join?t=1', days: 7 },
  record: { type: 'member', id: 'mem_1' },
};

let installation: JobInstallation;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
let transports: MailTransport[] = [];

const start = async (smtpUrl?: string): Promise<Jobs> => {
  const transport = createMailTransport({ smtpUrl, sender: 'no-reply@millwright.test' });
  transports.push(transport);
  const { database, log } = installation;
  const persons = new PersonMailSender({ database, templates, transport, clock: new SystemClock(), log });
  return installation.start(
    [{ pluginID: 'core', subscription: emailSubscription(templates, transport, installation.inAccount, links) }],
    {
      sendPersonMail: (mailID) => persons.send(mailID),
    },
  );
};
const queue = (request: EmailRequest = invitation): Promise<{ id: string }> =>
  installation.inAccount(accounts.a, (ctx) => queueEmail(ctx, request));
const read = (id: string) => installation.inAccount(accounts.a, (ctx) => getMail(ctx, id, true));
const list = (query: object) =>
  installation.inAccount(accounts.a, (ctx) =>
    listMails(ctx, listEmailLogs.query?.parse(query) as EndpointRequest<typeof listEmailLogs>['query']),
  );

beforeAll(async () => {
  installation = await installJobs();
});
beforeEach(async () => {
  smtp = await startSmtpServer();
});
afterEach(async () => {
  await installation.stop();
  for (const transport of transports) transport.close();
  transports = [];
  await smtp.close();
  await installation.admin.query(
    `delete from core.event_outbox; delete from core.handled_event; delete from queue.job; delete from core.email_log;
      delete from core.person_mail; delete from core.demo_request`,
  );
});
afterAll(() => installation.close());

describe('mails of an account', () => {
  test('are captured and readable where there is no mail server', async () => {
    const jobs = await start();
    const { id } = await queue();
    await jobs.idle();
    const mail = emailLogDetail.parse(await read(id));
    expect(mail).toMatchObject({
      hasSent: true,
      isCaptured: true,
      recipients: ['robin@example.com'],
      subject: 'An invitation to Northfield',
      sentBy: { id: null, name: 'System' },
      record: { type: 'member', id: 'mem_1' },
      error: null,
    });
    expect(mail.html).toContain('https://example.com/join?t=1');
    expect(mail.html).toContain('Robin &lt;b&gt;Hale&lt;/b&gt;');
    expect(mail.text).toContain('https://example.com/join?t=1');
  });

  test('go through the mail server, once, with an id that names their row', async () => {
    const jobs = await start(smtp.url);
    const { id } = await queue({
      ...invitation,
      to: ['a@example.com', 'b@example.com', 'A@example.com'],
      subject: 'Hello\r\nBcc: x@example.com',
    });
    await jobs.idle();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]).toMatchObject({ from: 'no-reply@millwright.test', to: ['a@example.com', 'b@example.com'] });
    expect(smtp.mails[0]?.source).toContain(`<${id}@millwright.test>`);
    expect(smtp.mails[0]?.source).toMatch(/^From: Northfield </m);
    expect(smtp.mails[0]?.source).not.toMatch(/^Bcc:/m);
    expect(await read(id)).toMatchObject({ hasSent: true, isCaptured: false, sesMessageID: `<${id}@millwright.test>` });
  });

  test('wait with their reason while the mail server is out of reach, then go', async () => {
    smtp.state.isDown = true;
    const jobs = await start(smtp.url);
    const { id } = await queue();
    await jobs.idle();
    expect(await read(id)).toMatchObject({ hasSent: false, error: expect.stringContaining('451'), html: null });
    smtp.state.isDown = false;
    await installation.admin.query("update queue.job set start_after = now() where state = 'retry'");
    await jobs.idle();
    expect(smtp.mails).toHaveLength(1);
    expect(await read(id)).toMatchObject({ hasSent: true, error: null });
  });

  test('take files of their record along, and say which one was deleted before they left', async () => {
    const record = { type: 'member', id: 'mem_1' };
    const save = (name: string) =>
      installation.inAccount(accounts.a, (ctx) => saveFile(ctx, { name, bytes: Buffer.from('a drawing'), record }));
    const [kept, lost] = [await save('kept.txt'), await save('lost.txt')];
    const jobs = await start(smtp.url);
    const { id } = await queue({ ...invitation, fileIDs: [kept.id] });
    await jobs.idle();
    expect(smtp.mails[0]?.source).toMatch(/^Content-Disposition: attachment; filename=kept\.txt/m);
    expect(smtp.mails[0]?.source).toContain(Buffer.from('a drawing').toString('base64'));
    expect(await read(id)).toMatchObject({ hasSent: true, files: [{ id: kept.id, name: 'kept.txt' }] });
    const late = await queue({ ...invitation, to: ['b@example.com'], fileIDs: [kept.id, lost.id] });
    await installation.inAccount(accounts.a, (ctx) => removeFile(ctx, lost.id));
    await jobs.idle();
    expect(smtp.mails).toHaveLength(1);
    expect(await read(late.id)).toMatchObject({ hasSent: false, error: 'lost.txt was deleted before the mail left' });
    const { rows } = await installation.admin.query("select distinct state from queue.job where name = 'event'");
    expect(rows).toEqual([{ state: 'completed' }]);
    await expect(
      queue({ ...invitation, record: { type: 'member', id: 'mem_2' }, fileIDs: [kept.id] }),
    ).rejects.toThrow();
  });

  test('that the mail server refuses for good are not tried again', async () => {
    const jobs = await start(smtp.url);
    const { id } = await queue({ ...invitation, to: ['nobody@example.com'] });
    await jobs.idle();
    expect(await read(id)).toMatchObject({ hasSent: false, error: expect.stringContaining('550') });
    const { rows } = await installation.admin.query("select state from queue.job where name = 'event'");
    expect(rows).toEqual([{ state: 'completed' }]);
  });

  test('that hold a secret show no body once they are out, and keep none', async () => {
    const jobs = await start(smtp.url);
    const { id } = await queue({ ...invitation, isConfidential: true });
    await jobs.idle();
    expect(await read(id)).toMatchObject({ hasSent: true, isConfidential: true, html: null, text: null });
    const { rows } = await installation.admin.query('select html, text, props from core.email_log');
    expect(rows).toEqual([{ html: null, text: null, props: null }]);
  });

  test('with wrong addresses are refused with a message per address', async () => {
    await expect(queue({ ...invitation, to: [] })).rejects.toMatchObject({ status: 400, errors: [{ path: 'to' }] });
    await expect(queue({ ...invitation, to: ['a@example.com', 'b@', 'c'] })).rejects.toMatchObject({
      status: 400,
      errors: [
        { path: 'to.1', message: 'Must be a valid email' },
        { path: 'to.2', message: 'Must be a valid email' },
      ],
    });
  });

  test('of an unknown template show the reason', async () => {
    const jobs = await start();
    const { id } = await queue({ ...invitation, template: 'core.nothing' });
    await jobs.idle();
    expect((await read(id)).error).toContain('core.nothing');
  });

  test('are listed newest first, searched, filtered and paged, for their account alone', async () => {
    const jobs = await start();
    for (const to of ['one@example.com', 'two@example.com', 'three@example.com'])
      await queue({ ...invitation, to: [to] });
    await installation.inAccount(accounts.b, (ctx) => queueEmail(ctx, { ...invitation, to: ['foreign@example.com'] }));
    await jobs.idle();
    const all = await list({});
    expect(all.count).toBe(3);
    expect(all.items.map((row) => emailLogRow.parse(row).recipients[0])).toEqual([
      'three@example.com',
      'two@example.com',
      'one@example.com',
    ]);
    expect((await list({ query: 'TWO@' })).items).toHaveLength(1);
    expect((await list({ query: 'invitation to' })).count).toBe(3);
    expect((await list({ query: '%' })).count).toBe(0);
    expect((await list({ hasSent: 'false' })).count).toBe(0);
    expect(
      (await list({ hasSent: 'true', recordType: 'member', recordID: 'mem_1', take: '2', skip: '2' })).items,
    ).toHaveLength(1);
    expect((await list({ startDate: '2101-01-01' })).count).toBe(0);
    expect((await list({ endDate: '2100-12-31', sortBy: 'createdAt' })).items[0]?.recipients).toEqual([
      'one@example.com',
    ]);
    await expect(
      installation.inAccount(accounts.b, (ctx) => getMail(ctx, all.items[0]?.id ?? '', true)),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('mails to persons', () => {
  const reset = {
    template: 'core.password-reset',
    to: 'robin@example.com',
    props: { name: 'Robin', link: 'https://example.com/r?token=secret1', minutes: 30 },
  };
  const rows = async () =>
    (
      await installation.admin.query(
        'select has_sent, is_captured, html is not null as has_html, props, error from core.person_mail',
      )
    ).rows;

  test('are sent after the commit and leave no secret behind', async () => {
    const jobs = await start(smtp.url);
    await installation.asPerson((ctx) => queuePersonEmail(ctx, reset));
    await jobs.idle();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.source).toContain('Subject: Choose a new password');
    expect(await rows()).toEqual([{ has_sent: true, is_captured: false, has_html: false, props: null, error: null }]);
  });

  test('are not sent where the transaction rolls back', async () => {
    const jobs = await start(smtp.url);
    const refused = installation.asPerson(async (ctx) => {
      await queuePersonEmail(ctx, reset);
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    await jobs.idle();
    expect(smtp.mails).toEqual([]);
  });

  test('wait while the mail server is out of reach', async () => {
    smtp.state.isDown = true;
    const jobs = await start(smtp.url);
    await installation.asPerson((ctx) => queuePersonEmail(ctx, reset));
    await jobs.idle();
    expect((await rows())[0]).toMatchObject({ has_sent: false, error: expect.stringContaining('451') });
    smtp.state.isDown = false;
    await installation.admin.query("update queue.job set start_after = now() where state = 'retry'");
    await jobs.idle();
    expect(smtp.mails).toHaveLength(1);
  });

  test('are readable in the browser where they are captured', async () => {
    const jobs = await start();
    await installation.asPerson((ctx) => queuePersonEmail(ctx, { ...reset, to: 'robin@example.com' }));
    await jobs.idle();
    const app = capturedMailApp(installation.database);
    const index = await (await app.request('/')).text();
    const id = /href="\/(pml_[0-9a-z]+)"/.exec(index)?.[1];
    expect(index).toContain('robin@example.com');
    const page = await app.request(`/${id}`);
    expect(await page.text()).toContain('https://example.com/r?token=secret1');
    expect(page.headers.get('content-security-policy')).toContain('sandbox');
    expect((await app.request('/pml_nothing')).status).toBe(404);
  });
});

test('every core mail has a preview, and no other address has one', async () => {
  const app = emailPreviewApp(templates, { accountName: 'Northfield', baseURL: 'http://localhost' });
  expect(templates.previewPaths).toHaveLength(coreEmailTemplates.length);
  for (const path of templates.previewPaths) {
    const page = await app.request(path);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Robin Hale');
  }
  expect((await app.request('/other-email-preview')).status).toBe(404);
});

describe('mailing a record', () => {
  const source = (to: string[]): MailableRecord => ({
    pluginID: 'commerce',
    record: {
      type: 'sales_order',
      prefix: 'so',
      label: 'Sales order',
      permission: 'sales_orders:read',
      path: '/x/{id}',
    },
    source: {
      type: 'sales_order',
      label: async () => '1000',
      email: async () => ({ to, template: 'core.invitation', props: invitation.props }),
    },
  });
  const mail = (records: MailableRecord[], type = 'sales_order') =>
    installation.inAccount(accounts.a, (ctx) => mailRecord(ctx, records, { type, id: 'so_1' }));

  test('logs the mail at the record', async () => {
    const { emailLogID, recipients } = await mail([source(['a@example.com'])]);
    expect(recipients).toEqual(['a@example.com']);
    expect(await read(emailLogID)).toMatchObject({ record: { type: 'sales_order', id: 'so_1' } });
  });

  test('refuses types without mail, plugins that are off and records without contact', async () => {
    await expect(mail([source(['a@example.com'])], 'carrier')).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'type' }],
    });
    await expect(mail([source([])])).rejects.toMatchObject({ status: 409, code: 'no_email_contact' });
    installation.disabled.add('commerce');
    await expect(mail([source(['a@example.com'])])).rejects.toMatchObject({ status: 400 });
    installation.disabled.clear();
  });
});

describe('the contact form', () => {
  const form = { name: 'Robin', email: 'robin@example.com', company: 'Hale Gloves' };

  test('requires name, email and company with messages of their own', () => {
    const parsed = demoRequestBody.safeParse({});
    expect(parsed.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['name', 'Name is required'],
      ['email', 'Email is required'],
      ['company', 'Company is required'],
    ]);
    expect(demoRequestBody.safeParse({ ...form, phoneNumber: '', message: null }).success).toBe(true);
    expect(demoRequestBody.safeParse({ ...form, email: 'robin' }).success).toBe(false);
    expect(demoRequestBody.safeParse({ ...form, isAdmin: true }).success).toBe(false);
  });

  test('is kept, five times an hour from one place', async () => {
    const send = () => installation.asPerson((ctx) => saveDemoRequest(ctx, demoRequestBody.parse(form)));
    for (let count = 0; count < 5; count += 1) expect((await send()).message).not.toBe('');
    await expect(send()).rejects.toMatchObject({ status: 429, retryAfter: 3600 });
    const { rows } = await installation.admin.query('select contact_name, company, source from core.demo_request');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual({ contact_name: 'Robin', company: 'Hale Gloves', source: '203.0.113.9' });
  });

  test('counts an IPv6 network as one place', () => {
    expect(limitedSource('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(limitedSource('2001:0db8:1:2::9%eth0')).toBe('2001:db8:1:2::/64');
    expect(limitedSource('::1')).toBe('0:0:0:0::/64');
    expect(limitedSource('203.0.113.9')).toBe('203.0.113.9');
  });
});
