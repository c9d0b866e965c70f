import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import { daysLater } from '../contracts/texts/date.ts';
import { listRequestLogs, requestLogDetail, requestLogRow } from '../contracts/work/request-log.contract.ts';
import { Database } from '../database/database.ts';
import { installJobs, type JobInstallation } from '../jobs/testing/job-installation.ts';
import { TestClock, testNow } from '../testing/stand-ins/test-clock.ts';
import { isSecretName, maskAddress, masked, maskPath, maskQuery, maskText } from './mask.ts';
import { getRequest, listRequests, pruneRequestLog } from './request-log.queries.ts';
import { type RequestEntry, RequestLogWriter } from './request-log-writer.ts';

const entry = (parts: Partial<RequestEntry> = {}): RequestEntry => ({
  requestID: 'req_1',
  method: 'GET',
  host: 'localhost:4000',
  path: '/api/v1/carriers',
  normalizedRoute: '/v1/carriers',
  query: {},
  statusCode: 200,
  latency: 1.25,
  accountID: undefined,
  accountName: undefined,
  identity: undefined,
  ip: '203.0.113.9',
  userAgent: 'test',
  referrer: '',
  errorCode: undefined,
  errorMessage: undefined,
  idempotencyKey: undefined,
  internalError: undefined,
  occurredAt: testNow,
  ...parts,
});

describe('masking', () => {
  test.each([
    ['Authorization: Bearer abcdef123456', 'abcdef123456'],
    ['the key sk_live_abcdefghijkl1234 was refused', 'abcdefghijkl1234'],
    ['ak_0123456789abcdef', '0123456789abcdef'],
    ['eyJhbGciOi.eyJzdWIiOiJ4.c2lnbmF0dXJl', 'eyJzdWIiOiJ4'],
    ['Cookie: __Host-rt=abc; other=def', 'abc; other=def'],
    ['password=hunter22', 'hunter22'],
    ['{"newPassword":"hunter 22"}', 'hunter 22'],
    ['see /x?code=482913&a=1', '482913'],
    ['connect postgres://mw_rt:0011aabb@db/main failed', '0011aabb'],
    ['card 4111 1111 1111 1111 declined', '4111 1111 1111'],
  ])('hides what is secret in %j', (text, secret) => {
    expect(maskText(text)).not.toContain(secret);
  });

  test.each([
    'order 1000 of Northfield',
    'statusCode: 400',
    'so_01h455vb4pex5vsknk084sn02q',
    'phone 312 555 0100',
    'at file:///app/core/a.ts:12:9',
  ])('leaves %j alone', (text) => expect(maskText(text)).toBe(text));

  test('hides secret parameters by name, whatever they hold', () => {
    expect(maskQuery({ token: 'a', apiKey: 'b', take: '50', statusCodes: ['x', 'y'], code: '1' })).toEqual({
      token: masked,
      apiKey: masked,
      take: '50',
      statusCodes: ['x', 'y'],
      code: masked,
    });
    expect(
      ['Set-Cookie', 'x-auth-secret', 'x-api-key', 'refreshToken', 'password', 'authorization'].every(isSecretName),
    ).toBe(true);
    expect(['query', 'sortBy', 'itemIDs', 'customerID', 'codes'].some(isSecretName)).toBe(false);
  });

  test('hides long random path segments but no ids', () => {
    expect(maskPath('/api/v1/invitations/Zm9vYmFyYmF6MTIzNDU2Nzg5MGFiY2RlZg')).toBe(`/api/v1/invitations/${masked}`);
    expect(maskPath('/api/v1/sales-orders/so_01h455vb4pex5vsknk084sn02q')).toBe(
      '/api/v1/sales-orders/so_01h455vb4pex5vsknk084sn02q',
    );
  });

  test('hides secrets of the referring page and drops its fragment', () => {
    expect(maskAddress('https://u:p4ssw@x.test/auth/password-reset?token=abc&a=1#frag')).toBe(
      `https://x.test/auth/password-reset?token=${masked}&a=1`,
    );
  });
});

describe('the log', () => {
  let installation: JobInstallation;
  let writer: RequestLogWriter;
  const list = (query: object) =>
    installation.asPerson((ctx) =>
      listRequests(ctx, listRequestLogs.query?.parse(query) as EndpointRequest<typeof listRequestLogs>['query']),
    );

  beforeAll(async () => {
    installation = await installJobs();
    writer = new RequestLogWriter({ database: installation.database, log: installation.log });
  });
  afterEach(() => installation.admin.query('delete from core.request_log'));
  afterAll(() => installation.close());

  test('keeps what is known of a request, masked', async () => {
    const fault = new Error('connect postgres://rt:pw123456@db failed');
    writer.record(
      entry({
        requestID: 'req_2',
        method: 'POST',
        query: { token: 'top-secret', take: '5' },
        statusCode: 500,
        accountID: 'acc_1',
        accountName: 'Northfield',
        identity: { actor: { type: 'user', id: 'usr_1', name: 'Robin\0', email: 'robin@example.com' } },
        referrer: 'http://localhost:4000/auth/password-reset?token=top-secret',
        userAgent: 'x'.repeat(5000),
        errorCode: 'internal_error',
        errorMessage: 'paid with 4111111111111111',
        idempotencyKey: 'key-1',
        internalError: fault,
      }),
    );
    await writer.flush();
    const { items, count } = await list({});
    expect(count).toBe(1);
    const row = requestLogRow.parse(items[0]);
    const detail = requestLogDetail.parse(await installation.asPerson((ctx) => getRequest(ctx, row.id)));
    expect(detail).toMatchObject({
      requestID: 'req_2',
      method: 'POST',
      statusCode: 500,
      latency: 1.25,
      accountName: 'Northfield',
      actor: { id: 'usr_1', type: 'user', name: 'Robin', username: 'robin@example.com', email: 'robin@example.com' },
      queryJSON: { token: masked, take: '5' },
      errorMessage: 'paid with [card 1111]',
      idempotencyKeyID: 'key-1',
      internalErrorMessage: `connect postgres://rt:${masked}@db failed`,
    });
    expect(detail.stackTrace).toContain('request-log.test.ts');
    const { rows } = await installation.admin.query(
      "select count(*)::int as count from core.request_log r where r::text ~ 'top-secret|pw123456|4111111111111111'",
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test('keeps a query whatever its texts are', async () => {
    writer.record(entry({ query: { 'na\0me': ['a\0b', '\\u0000', '\ud800', "it's"], other: '"quoted"' } }));
    await writer.flush();
    const [row] = (await list({})).items;
    const detail = requestLogDetail.parse(await installation.asPerson((ctx) => getRequest(ctx, row?.id ?? '')));
    expect(detail.queryJSON).toEqual({ name: ['ab', '\\u0000', '\ufffd', "it's"], other: '"quoted"' });
    expect(writer.dropped).toBe(0);
  });

  test('writes many requests in batches', async () => {
    for (let index = 0; index < 1234; index += 1) writer.record(entry({ requestID: `req_${index}` }));
    await writer.flush();
    await writer.flush();
    const { rows } = await installation.admin.query('select count(*)::int as count from core.request_log');
    expect(rows[0].count).toBe(1234);
    expect(writer.dropped).toBe(0);
  });

  test('is filtered, searched, sorted and paged', async () => {
    writer.record(
      entry({
        path: '/api/v1/a',
        statusCode: 404,
        errorCode: 'not_found',
        occurredAt: new Date('2026-02-01T10:00:00Z'),
      }),
    );
    writer.record(
      entry({ path: '/api/v1/b_b', accountID: 'acc_1', latency: 9, occurredAt: new Date('2026-02-02T10:00:00Z') }),
    );
    writer.record(
      entry({
        method: 'POST',
        path: '/api/v1/c',
        identity: { actor: { type: 'api_key', id: 'ak_1', name: 'Key' } },
        occurredAt: new Date('2026-02-03T10:00:00Z'),
      }),
    );
    await writer.flush();
    const paths = async (query: object) => (await list(query)).items.map(({ path }) => path.slice(-3));
    expect(await paths({})).toEqual(['1/c', 'b_b', '1/a']);
    expect(await paths({ sortBy: 'latency', sortOrder: 'desc', take: '1' })).toEqual(['b_b']);
    expect(await paths({ statusCode: '404' })).toEqual(['1/a']);
    expect(await paths({ errorCode: 'not_found' })).toEqual(['1/a']);
    expect(await paths({ method: 'POST' })).toEqual(['1/c']);
    expect(await paths({ accountID: 'acc_1' })).toEqual(['b_b']);
    expect(await paths({ actorID: 'ak_1', actorType: 'api_key' })).toEqual(['1/c']);
    expect(await paths({ startDate: '2026-02-02', endDate: '2026-02-02' })).toEqual(['b_b']);
    expect(await paths({ query: 'b_b' })).toEqual(['b_b']);
    expect(await paths({ query: '_' })).toEqual(['b_b']);
    expect((await list({ take: '1', skip: '1' })).count).toBe(3);
    await expect(installation.asPerson((ctx) => getRequest(ctx, 'rlog_none'))).rejects.toMatchObject({ status: 404 });
  });

  test('never fails a request, and counts what it lost', async () => {
    // The job role has no right on the table.
    const powerless = await Database.open({ ...installation.urls, auth: installation.urls.job }, [], {
      tenant: 1,
      auth: 1,
    });
    const broken = new RequestLogWriter({ database: powerless, log: installation.log });
    broken.record(entry());
    broken.record(entry({ query: undefined }));
    await broken.close();
    await powerless.close();
    expect(broken.dropped).toBe(2);
  });

  test('forgets requests older than 30 days', async () => {
    writer.record(entry({ requestID: 'req_old', occurredAt: daysLater(testNow, -31) }));
    writer.record(entry({ requestID: 'req_new' }));
    await writer.flush();
    expect(await pruneRequestLog(installation.database, new TestClock(), 30)).toBe(1);
    expect((await list({})).items.map(({ requestID }) => requestID)).toEqual(['req_new']);
  });

  test('is out of reach of tenants', async () => {
    await expect(
      installation.inAccount('acc_01h455vb4pex5vsknk084sn02a', (ctx) =>
        ctx.em.query().selectFrom('core.request_log').selectAll().execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
