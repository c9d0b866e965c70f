import type { Facts } from './facts.ts';
import type { BenchRequest } from './load-client.ts';

/** What a figure has to reach. */
export type Target =
  | { kind: 'ratio'; atLeast: number; throughput?: number }
  | { kind: 'p95'; atMost: number };

/** One line of the table. */
export interface BenchCase {
  name: string;
  title: string;
  requests(facts: Facts): BenchRequest[];
  /** Name of the work that it is compared with. */
  floor?: string;
  target?: Target;
  /** List whose count is forgotten before each request. */
  coldCount?: string;
}

export const cases: readonly BenchCase[] = [
  {
    name: 'products',
    title: 'list 50 products',
    requests: () => [{ method: 'GET', path: '/api/v1/products?take=50&sortBy=sku' }],
    floor: 'products',
    target: { kind: 'ratio', atLeast: 0.4 },
  },
];
