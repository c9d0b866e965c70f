import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../contracts/endpoint.ts';
import { parseInput } from './request-input.ts';

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
