/**
 * SQLSTATEs of a kept statement whose tables have changed since it was prepared: columns, types, or the tables
 * themselves. `26000`: the connection no longer has the statement.
 */
const staleStates = new Set(['26000', '42P01', '42703', '42883', '42804', '42704']);
/** The PostgreSQL function that reports a changed result; its message depends on the server's language. */
const changedResult = 'RevalidateCachedQuery';

/** Number of times that all connections were told to drop their kept statements. */
let forgettings = 0;

/**
 * Number of times that connections were told to drop their kept statements; a connection with a lower count has to do
 * so.
 */
export const timesForgotten = (): number => forgettings;

interface StatementError extends Error {
  code?: string;
  routine?: string;
  isStaleStatement?: true;
}

/**
 * Handles the failure of a kept statement. If its tables may have changed, all connections drop their statements before
 * their next transaction, and the error is marked (`isStaleStatement`). A connection with a lower count (`heard`)
 * failed because of a statement from before the last drop, so the others keep theirs.
 */
export function noteStaleStatement(error: StatementError, heard: number): void {
  const isStale = staleStates.has(error.code ?? '') || (error.code === '0A000' && error.routine === changedResult);
  if (!isStale) return;
  if (heard === forgettings) forgettings += 1;
  error.isStaleStatement = true;
}

/** Whether a transaction failed only because of an out-of-date kept statement; it may run again at once. */
export function isStaleStatement(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause)
    if ((each as StatementError).isStaleStatement) return true;
  return false;
}
