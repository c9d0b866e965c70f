import { sql } from 'kysely';
import type { AnyPlugin } from '../../kernel/plugin/plugin.ts';
import type { TestAccount } from './test-kernel.ts';

/**
 * Violated invariants of a plugin in an account, with the first affected rows, as the doctor command checks them. An
 * empty list means no violations.
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
