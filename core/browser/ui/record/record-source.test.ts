import { expect, it } from 'vitest';
import { z } from 'zod';
import { type ClientFetch, createClient } from '../../../contracts/client.ts';
import { endpoint } from '../../../contracts/endpoints/endpoint.ts';
import { listOf, listQuery } from '../../../contracts/endpoints/list-query.ts';
import { recordSource } from './record-source.ts';

const record = z.object({ id: z.string(), name: z.string() });
const listCustomers = endpoint({
  name: 'listCustomers',
  method: 'GET',
  path: '/v1/customers',
  summary: 'x',
  public: 'test',
  query: listQuery({ sortBy: ['name'] }),
  reply: listOf(record),
});
const getCustomer = endpoint({
  name: 'getCustomer',
  method: 'GET',
  path: '/v1/customers/{customerID}',
  summary: 'x',
  public: 'test',
  reply: record,
});
const listStatuses = endpoint({
  name: 'listStatuses',
  method: 'GET',
  path: '/v1/statuses',
  summary: 'x',
  public: 'test',
  reply: listOf(record),
});

function clientOf(answer: unknown) {
  const urls: string[] = [];
  const fetch: ClientFetch = async (url) => {
    urls.push(url);
    return Response.json(answer);
  };
  return { urls, client: createClient({ baseURL: '', fetch }) };
}
const option = (row: z.output<typeof record>) => ({ value: row.id, label: row.name });

it('searches a list with its text and fixed filters', async () => {
  const { client, urls } = clientOf({ items: [{ id: 'c1', name: 'Ace' }], count: 1 });
  const source = recordSource(listCustomers, { option, query: { isActive: true } });
  expect(await source.search(client, 'a&b')).toEqual([{ value: 'c1', label: 'Ace' }]);
  expect(urls).toEqual(['/v1/customers?take=20&query=a%26b&isActive=true']);
  expect(source.one).toBeUndefined();
});

it('searches a list that cannot search itself', async () => {
  const items = [
    { id: 's1', name: 'Normal' },
    { id: 's2', name: 'Preferred' },
  ];
  const { client, urls } = clientOf({ items, count: 2 });
  expect(await recordSource(listStatuses, { option }).search(client, 'PREF')).toEqual([
    { value: 's2', label: 'Preferred' },
  ]);
  expect(urls).toEqual(['/v1/statuses']);
});

it('reads one record for its name', async () => {
  const { client, urls } = clientOf({ id: 'c/1', name: 'Ace' });
  const source = recordSource(listCustomers, { option, one: getCustomer });
  expect(await source.one?.(client, 'c/1')).toEqual({ value: 'c/1', label: 'Ace' });
  expect(urls).toEqual(['/v1/customers/c%2F1']);
});
