import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { meanwhile } from '../../calls/meanwhile.ts';
import type { Answer, ownRecords, RecordJson } from '../../calls/own-records.ts';
import { triedBodies } from '../../calls/tried-bodies.ts';
import type { PopulatedKernel } from '../../kernel/populated-kernel.ts';

/** Largest number of records per call, in different states as far as possible. */
const mostRecords = 6;

/** A call with an outdated version of a record. */
interface StaleCall {
  path: string;
  body: RecordJson;
  record: RecordJson;
}

/**
 * Calls an endpoint with the version that a record has, while another transaction that changes the record is not over
 * yet. Answers the reply, and whether the call has changed the record all the same; undefined if no table has the
 * record.
 */
export async function replyBeside(
  { a, admin, tables }: PopulatedKernel,
  { method }: AnyEndpoint,
  { path, body, record }: StaleCall,
  send: (method: string, path: string, body: unknown) => Promise<Answer>,
): Promise<{ reply: Answer; isOverwritten: boolean } | undefined> {
  const versioned = tables.filter(({ columns }) =>
    ['id', 'version'].every((wanted) => columns.some(({ name }) => name === wanted)),
  );
  const { rows } = await admin.query<{ name: string; version: number }>(
    versioned
      .map(({ name }) => `select '${name}' as name, version from ${name} where account_id = $1 and id = $2`)
      .join(' union all '),
    [a.id, record['id']],
  );
  const [found] = rows;
  if (!found) return undefined;
  const change = {
    text: `update ${found.name} set version = version + 1 where account_id = $1 and id = $2`,
    values: [a.id, record['id']],
  };
  const reply = await meanwhile(admin, change, () => send(method, path, { ...body, version: found.version }));
  const { rows: after } = await admin.query<{ version: number }>(
    `select version from ${found.name} where account_id = $1 and id = $2`,
    change.values,
  );
  const [{ version } = found] = after;
  return { reply, isOverwritten: reply.isOk && version > found.version + 1 };
}

/**
 * Calls an endpoint with an outdated version until the call is accepted or refused for the version; undefined if all
 * calls were refused for other reasons. `said` describes the last call.
 */
export async function staleRefusal(
  own: Pick<ReturnType<typeof ownRecords>, 'send' | 'ownPaths' | 'recordAt'>,
  endpoint: AnyEndpoint,
  idsByTable: ReadonlyMap<string, readonly string[]>,
): Promise<{ refusal: RecordJson | undefined; said: string; call?: StaleCall }> {
  let lastOutcome = 'There is no record with a version';
  for (const path of (await own.ownPaths(endpoint.path)).slice(0, mostRecords)) {
    const record = await own.recordAt(endpoint, path);
    const version = record?.['version'];
    if (!record || typeof version !== 'number') continue;
    for (const body of triedBodies(endpoint, record, idsByTable)) {
      const stale = { ...(body as object), version: version - 1 };
      const answer = await own.send(endpoint.method, path, stale);
      lastOutcome = `${endpoint.method} ${path} ${JSON.stringify(stale)}: ${answer.status} ${answer.text}`;
      if (answer.isOk || answer.body?.['code'] === 'stale_version')
        return { refusal: answer.body, said: lastOutcome, call: { path, body: stale, record } };
    }
  }
  return { refusal: undefined, said: lastOutcome };
}
