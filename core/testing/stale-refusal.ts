import type { AnyEndpoint } from '../contracts/endpoint.ts';
import type { ownRecords, RecordJson } from './own-records.ts';
import { triedBodies } from './tried-bodies.ts';

/** How many records a call is tried with, each in another state if there are as many. */
const mostRecords = 6;

/**
 * Calls an endpoint with a version before that of the record, until it is accepted or refused for that; undefined where
 * it was always refused for something else. `said` tells of the last call.
 */
export async function staleRefusal(
  own: Pick<ReturnType<typeof ownRecords>, 'send' | 'ownPaths' | 'recordAt'>,
  endpoint: AnyEndpoint,
  idsByTable: ReadonlyMap<string, readonly string[]>,
): Promise<{ refusal: RecordJson | undefined; said: string }> {
  let said = 'There is no record with a version';
  for (const path of (await own.ownPaths(endpoint.path)).slice(0, mostRecords)) {
    const record = await own.recordAt(endpoint, path);
    const version = record?.['version'];
    if (typeof version !== 'number') continue;
    for (const body of triedBodies(endpoint, record, idsByTable)) {
      const stale = { ...(body as object), version: version - 1 };
      const answer = await own.send(endpoint.method, path, stale);
      said = `${endpoint.method} ${path} ${JSON.stringify(stale)}: ${answer.status} ${answer.text}`;
      if (answer.isOk || answer.body?.['code'] === 'stale_version') return { refusal: answer.body, said };
    }
  }
  return { refusal: undefined, said };
}
