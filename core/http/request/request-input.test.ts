import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AnyEndpoint, endpoint } from '../../contracts/endpoints/endpoint.ts';
import { listRequestLogs } from '../../contracts/work/request-log.contract.ts';
import { parseHead, parseInput } from './request-input.ts';

const rename = endpoint({
  name: 'renameThing',
  method: 'PATCH',
  path: '/v1/things/{thingID}',
  public: 'a test',
  summary: 'Renames a thing.',
  body: z.strictObject({ name: z.string().optional(), version: z.int().optional() }),
  reply: z.object({}),
});

const parse = (body: unknown, ifMatch?: string) =>
  parseInput(rename, { params: { thingID: 'x' }, query: {}, body, bytes: new Uint8Array([1]) }, ifMatch).body;

describe('the body of a request', () => {
  it('may be missing where every field is optional', () => {
    expect(parse(undefined)).toEqual({});
  });

  it.each([[null], [[]], ['text'], [7]])('is no object and refused: %j', (body) => {
    expect(() => parse(body)).toThrow(expect.objectContaining({ code: 'invalid_input', status: 400 }));
  });

  it('takes the version of If-Match', () => {
    expect(parse({ name: 'new' }, '"7"')).toEqual({ name: 'new', version: 7 });
  });
});

describe('the query of a request', () => {
  const ofAccount = (asked: AnyEndpoint) => parseHead(asked, { params: {}, query: { accountID: 'acc_1' } }).query;
  const bare = endpoint({
    name: 'listThings',
    method: 'GET',
    path: '/v1/things',
    public: 'a test',
    summary: 'Lists things.',
    query: z.strictObject({}),
    reply: z.object({}),
  });

  it('names the account of the call, which is a filter too where the endpoint says so', () => {
    expect(ofAccount(bare)).toEqual({});
    expect(ofAccount(listRequestLogs)).toMatchObject({ accountID: 'acc_1' });
  });
});
