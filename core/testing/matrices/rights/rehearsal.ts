import type { EntityManager } from '@mikro-orm/postgresql';
import { Problem } from '../../../contracts/endpoints/problem.ts';
import type { Database } from '../../../database/database.ts';

/** Inspects the writes of a call inside its transaction. */
export type RehearsalLook = (em: EntityManager) => Promise<void>;

/**
 * Rolls back calls at their commit, so that the same call can run again on the same records. If a handler has several
 * transactions, the first one that may write ends the call. Call `end` before other work uses the database.
 */
export function rehearsals(database: Database, look?: RehearsalLook) {
  let isRehearsing = false;
  const run = database.runAsTenant.bind(database);
  database.runAsTenant = (scope, work) =>
    run(scope, async (em) => {
      const result = await work(em);
      if (isRehearsing && !scope.readOnly) await look?.(em);
      if (isRehearsing && !scope.readOnly)
        throw new Problem({ code: 'rehearsed', status: 409, message: 'It would have been accepted' });
      return result;
    });
  return {
    async rehearse<T>(call: () => Promise<T>): Promise<T> {
      isRehearsing = true;
      try {
        return await call();
      } finally {
        isRehearsing = false;
      }
    },
    end: () => {
      database.runAsTenant = run;
    },
  };
}
