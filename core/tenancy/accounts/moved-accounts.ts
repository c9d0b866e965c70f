import { sql } from 'kysely';
import type { Tenancy } from '../tenancy.ts';

/**
 * Address of the installation to which the account of a slug has moved; undefined for accounts that are here, for
 * unknown slugs, and if the database does not answer.
 */
export const addressOfMoved = (
  { database, log }: Pick<Tenancy, 'database' | 'log'>,
  slug: string,
): Promise<string | undefined> =>
  database
    .runAsAuth({ accountID: '', readOnly: true }, async (em) => {
      const { rows } = await sql<{ address: string }>`select moved_to as address from core.account
        where slug = ${slug} and moved_to is not null`.execute(em.getKysely());
      return rows[0]?.address;
    })
    .catch((error: unknown) => {
      // The page loads anyway and shows the error of its own calls.
      log.warn({ err: error }, 'whether an account has moved could not be read');
      return undefined;
    });
