import { expect } from 'vitest';
import type { CrashSite } from '../server/crash-site.ts';

interface Set {
  id: string;
  status: string;
  appliedCount: number;
  counts: { error: number };
}

/** Counted quantities of an item in the first location and, for every third item, in another one. */
const countOf = (index: number): [first: number, other: number | undefined] => [
  1 + (index % 7),
  index % 3 === 0 ? 2 : undefined,
];

/** A stocktake of thousands of items from a file: a change set of several chunks, each in a transaction of its own. */
export class BigCount {
  readonly rows: number;
  readonly #site: CrashSite;
  readonly #size: number;
  readonly #id: string;

  private constructor(site: CrashSite, size: number, set: Set, rows: number) {
    this.#site = site;
    this.#size = size;
    this.#id = set.id;
    this.rows = rows;
  }

  /** Creates items and stages their counts; nothing is applied yet. */
  static async stage(site: CrashSite, size: number): Promise<BigCount> {
    const numbers = Array.from({ length: size }, (_, index) => index);
    const staged = async (type: string, lines: readonly string[]): Promise<Set> => {
      const path = `/v1/imports?type=${type}&fileName=${type}.csv`;
      const { id } = await site.ask<Set>('POST', path, lines.join('\n'));
      let set = await site.ask<Set>('GET', `/v1/change-sets/${id}`);
      await site.until(`The check of ${type}`, async () => {
        set = await site.ask<Set>('GET', `/v1/change-sets/${id}`);
        return set.status === 'ready';
      });
      expect(set.counts.error).toBe(0);
      return set;
    };
    const products = await staged('products', ['sku', ...numbers.map((index) => `MANY-${index}`)]);
    await site.ask('POST', `/v1/change-sets/${products.id}/actions/apply`, {});
    await site.until('The items', async () => {
      const { status } = await site.ask<Set>('GET', `/v1/change-sets/${products.id}`);
      return status === 'applied';
    });
    const lines = numbers.flatMap((index) => {
      const [first, other] = countOf(index);
      return [`MANY-${index},${first},each,Floor`, ...(other ? [`MANY-${index},${other},each,Annex`] : [])];
    });
    const counts = await staged('stock-counts', ['sku,quantity,unit,location', ...lines]);
    return new BigCount(site, size, counts, lines.length);
  }

  read(): Promise<Set> {
    return this.#site.ask<Set>('GET', `/v1/change-sets/${this.#id}`);
  }

  start(action: 'apply' | 'undo'): Promise<Set> {
    return this.#site.ask<Set>('POST', `/v1/change-sets/${this.#id}/actions/${action}`, {});
  }

  /** Waits until the set has this status. */
  async finish(status: 'applied' | 'undone'): Promise<void> {
    const isDone = async (): Promise<boolean> => {
      const response = await this.#site.api(`/v1/change-sets/${this.#id}`);
      // A database that was just killed may still be down.
      if (response.status === 503) return false;
      const set = (await response.json()) as Set;
      expect(set.status).not.toBe('failed');
      return set.status === status;
    };
    await this.#site.until(`The rest of the count (${status})`, isDone);
  }

  /** Checks that every row was applied exactly once, and undone completely or not at all. */
  async expectWhole(isUndone: boolean): Promise<void> {
    const { rows } = await this.#site.inDatabase((client) =>
      client.query<{ sku: string; place: string; counted: number; left: number; movements: number }>(
        `select item.sku, location.name as place, count(*)::int as movements,
           sum(movement.quantity) filter (where movement.action = 'count')::float as counted,
           sum(movement.quantity)::float as left
         from inventory.movement movement
         join inventory.item item on item.account_id = movement.account_id and item.id = movement.item_id
         join inventory.storage_location location
           on location.account_id = movement.account_id and location.id = movement.location_id
         where item.sku like 'MANY-%' group by item.sku, location.name`,
      ),
    );
    const stored = new Map(rows.map(({ sku, place, ...sums }) => [`${sku} in ${place}`, sums]));
    const wanted = Array.from({ length: this.#size }, (_, index) => index).flatMap((index) => {
      const [first, other] = countOf(index);
      return [[`MANY-${index} in Floor`, first] as const, [`MANY-${index} in Annex`, other] as const];
    });
    expect(stored).toEqual(
      new Map(
        wanted.flatMap(([key, counted]) =>
          counted ? [[key, { counted, left: isUndone ? 0 : counted, movements: isUndone ? 2 : 1 }]] : [],
        ),
      ),
    );
  }
}
