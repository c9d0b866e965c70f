import type { EntityManager } from '@mikro-orm/postgresql';
import { Problem } from '../../contracts/problem.ts';
import type { Database } from '../../database/database.ts';

/** Looks at what a call would have written, in its transaction. */
export type RehearsalLook = (em: EntityManager) => Promise<void>;

/**
 * Lets calls run up to their commit: what they would have written is taken back, so that the same call meets the same
 * records again. Of a handler with several transactions the first one that may write ends the call. `end` before others
 * use the database.
 */
export function rehearsals(database: Database, look?: RehearsalLook) {
  let isRehearsing = false;
  const run = database.runAsTenant;
  database.runAsTenant = (scope, work) =>
    run.call(database, scope, async (em) => {
      const result = await work(em);
      if (isRehearsing && !scope.readOnly) await look?.(em);
      if (isRehearsing && !scope.readOnly)
        throw new Problem({ code: 'rehearsed', status: 409, message: 'It would have been accepted' });
      return result;
    }) as never;
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
