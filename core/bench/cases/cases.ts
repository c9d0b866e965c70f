import { newOrder } from '../floors/create-floor.ts';
import { deepOffset } from '../floors/floors.ts';
import { type BenchFacts, benchPassword } from '../place/facts.ts';
import type { BenchRequest } from '../place/load-client.ts';
import { holdRequests } from './hold-case.ts';
import { issueRequests } from './issue-case.ts';

/** Target values of a case, from the issue. */
export interface Target {
  /** Smallest share of the floor's throughput. */
  ratio?: number;
  /** Smallest number of requests per second. */
  throughput?: number;
  /** Largest 95th percentile in milliseconds. */
  p95?: number;
  /** Largest 99th percentile in milliseconds. */
  p99?: number;
}

/** One line of the report. */
export interface BenchCase {
  name: string;
  title: string;
  requests(facts: BenchFacts): BenchRequest[];
  /** Name of the floor for comparison. */
  floor?: string;
  target?: Target;
  /** Clients at the same time; 16 by default. */
  clients?: number;
  /** List whose cached count is deleted before each request. */
  coldCount?: { path: string };
}

const orders = '/api/v1/sales-orders';
const get = (path: string): BenchRequest => ({ method: 'GET', path });
const json = { 'content-type': 'application/json' };

const search = ({ words }: BenchFacts): BenchRequest[] =>
  words.map((word) => get(`${orders}?take=50&query=${encodeURIComponent(word)}`));

const use = (itemID: string | undefined): BenchRequest => ({
  method: 'POST',
  path: '/api/v1/inventory/actions/consume',
  headers: json,
  body: JSON.stringify({ lines: [{ itemID, quantity: 1 }] }),
});

export const cases: readonly BenchCase[] = [
  {
    name: 'list',
    title: 'list 50 newest, warm count',
    requests: () => [get(`${orders}?take=50`)],
    floor: 'list',
    target: { ratio: 0.4, throughput: 1000 },
  },
  {
    name: 'list-cold',
    title: 'list 50 newest, cold count',
    requests: () => [get(`${orders}?take=50`)],
    floor: 'countedList',
    coldCount: { path: '/v1/sales-orders' },
  },
  {
    name: 'customer',
    title: 'list 50 of one customer',
    requests: ({ customerIDs }) => customerIDs.map((id) => get(`${orders}?take=50&customerIDs=${id}`)),
    floor: 'customerList',
  },
  {
    name: 'search',
    title: 'search orders by text, one client',
    requests: search,
    clients: 1,
    floor: 'search',
    target: { p95: 50 },
  },
  {
    name: 'searches',
    title: 'search orders by text',
    requests: search,
    floor: 'search',
  },
  {
    name: 'palette',
    title: 'search all records by text, one client',
    clients: 1,
    requests: ({ words }) => words.map((word) => get(`/api/v1/search?query=${encodeURIComponent(word)}`)),
    target: { p95: 50 },
  },
  {
    name: 'deep',
    title: 'list 50 at nine tenths',
    requests: (facts) => [get(`${orders}?take=50&skip=${deepOffset(facts.orders)}`)],
    floor: 'deepList',
  },
  {
    name: 'read',
    title: 'read one order of 20 lines',
    requests: ({ longOrderIDs }) => longOrderIDs.map((id) => get(`${orders}/${id}`)),
    floor: 'read',
    target: { ratio: 0.4 },
  },
  {
    name: 'create',
    title: 'create an order of 10 lines',
    requests: (facts) =>
      Array.from({ length: 64 }, (_, turn) => ({
        method: 'POST',
        path: orders,
        headers: json,
        body: JSON.stringify(newOrder(facts, turn)),
      })),
    floor: 'create',
    target: { ratio: 0.4 },
  },
  {
    name: 'hold',
    title: 'hold 1 to 5 of 20 hot items',
    requests: holdRequests,
    floor: 'hold',
    target: { throughput: 400, p99: 250 },
  },
  {
    name: 'issue',
    title: 'issue orders on hot items, 16 clients',
    requests: issueRequests,
    floor: 'issue',
  },
  {
    name: 'page',
    title: 'open a payment page in place of an older one',
    requests: ({ unpaidOrderIDs }) =>
      unpaidOrderIDs.map((orderID) => ({
        method: 'POST',
        path: '/api/v1/checkout-sessions',
        headers: json,
        body: JSON.stringify({ orderID }),
      })),
  },
  {
    name: 'use',
    title: 'use an item of one cost layer, one client',
    requests: ({ layeredItemIDs: [, plain] }) => [use(plain)],
    clients: 1,
  },
  {
    name: 'use-layered',
    title: 'use an item of 20,000 cost layers, one client',
    requests: ({ layeredItemIDs: [layered] }) => [use(layered)],
    clients: 1,
    target: { p95: 50 },
  },
  {
    name: 'items',
    title: 'list 50 items with stock and promises',
    requests: () => [get('/api/v1/items?take=50'), get('/api/v1/inventories?take=50')],
    floor: 'itemList',
  },
  {
    name: 'catalogue',
    title: 'a page of the portal catalogue at own prices',
    requests: ({ customerIDs }) => customerIDs.map((id) => get(`/api/v1/portal/products?take=50&asCustomerID=${id}`)),
    floor: 'catalogue',
    target: { ratio: 0.3 },
  },
  {
    name: 'item-search',
    title: 'search items by text, one client',
    requests: ({ itemWords }) =>
      itemWords.map((word) => get(`/api/v1/items?take=50&query=${encodeURIComponent(word)}`)),
    clients: 1,
    floor: 'itemSearch',
    target: { p95: 50 },
  },
  {
    name: 'reconcile',
    title: 'count 5,000 items in one call, one client',
    requests: ({ counted }) =>
      [0, 1].map((turn) => ({
        method: 'POST',
        path: '/api/v1/items/actions/bulk-reconcile',
        // Some items are counted in kilograms, whose smallest unit is the milligram, so the quantities need
        // confirmation.
        headers: { ...json, 'x-confirm': 'large_quantity' },
        body: JSON.stringify({
          data: counted.map((row) => ({ ...row, quantity: 1000 + turn })),
          reconcileType: 'force',
        }),
      })),
    clients: 1,
    floor: 'recount',
    target: { p95: 2000 },
  },
  {
    name: 'login',
    title: 'sign in',
    requests: ({ emails }) =>
      emails.map((identifier) => ({
        method: 'POST',
        path: '/api/auth/actions/login',
        headers: { ...json, cookie: '' },
        body: JSON.stringify({ identifier, password: benchPassword }),
      })),
    floor: 'signIn',
  },
];
