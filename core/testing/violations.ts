import { sql } from 'kysely';
import type { AnyPlugin } from '../kernel/plugin.ts';
import type { TestAccount } from './test-kernel.ts';

/**
 * Invariants of a plugin that are broken in an account, with the first rows that break them, as the doctor asks them;
 * none is right.
 */
export const violationsOf = (account: TestAccount, { invariants = [] }: AnyPlugin): Promise<string[]> =>
  account.run(async (ctx) => {
    const broken: string[] = [];
    for (const { name, sql: text } of invariants) {
      const parts = text.split('$1').map((part) => sql.raw(part));
      const { rows } = await sql`${sql.join(parts, sql`${account.id}`)}`.execute(ctx.em.query());
      if (rows.length) broken.push(`${name}: ${JSON.stringify(rows.slice(0, 3))}`);
    }
    return broken;
  });
