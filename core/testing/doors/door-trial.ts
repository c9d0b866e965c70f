import { z } from 'zod';
import { type AnyEndpoint, isReading, pathNames } from '../../contracts/endpoint.ts';
import { type RoleType, roleTypes } from '../../contracts/permission.ts';
import type { ForbiddenState, PreparedState } from '../../kernel/forbidden-state.ts';
import { tableNamed } from '../id-fields.ts';
import { fieldsOf, ownRecords, type RecordJson, sendAs } from '../own-records.ts';
import type { PopulatedKernel } from '../populated-kernel.ts';
import { type RehearsalLook, rehearsals } from '../rights/rehearsal.ts';
import type { TestPerson } from '../test-kernel.ts';
import { triedBodies } from '../tried-bodies.ts';

type CallerRole = Exclude<RoleType, 'api_key'>;

/** A call through a door, of one of the roles that may come in there. */
interface DoorCall {
  path: string;
  body: unknown;
}

/** So many bodies and queries are tried at one door. */
const mostTries = 6;

/** Goes through doors in a state, and says where what must not happen did. */
export async function doorTrial(kernel: PopulatedKernel, state: ForbiddenState) {
  const prepared = await kernel.a.run((ctx) => state.prepare(ctx, kernel.services));
  const ids = new Map<string, readonly string[]>([...kernel.ownIDs, ...Object.entries(prepared.ids)]);
  const own = ownRecords(kernel);
  const roles = state.as ?? roleTypes.filter((role): role is CallerRole => role !== 'api_key');
  const measured = state.measure?.(prepared);
  const callers = new Map<CallerRole, TestPerson>();
  for (const role of roles)
    callers.set(
      role,
      await kernel.a.as(
        role,
        role === 'customer' ? { customerID: prepared.customerID ?? (kernel.customerID as string) } : {},
      ),
    );

  /** The number as it is, then as it is before each call that would be written is taken back. */
  const seen: number[] = [];
  const look: RehearsalLook = async (em) => {
    if (measured !== undefined) seen.push(await measuredValue(em, measured));
  };
  const { rehearse, end } = rehearsals(kernel.database, look);
  const before =
    measured === undefined
      ? 0
      : await kernel.database.runAsTenant({ accountID: kernel.a.id, readOnly: true }, (em) =>
          measuredValue(em, measured),
        );

  /** Calls that take one of the ids, or say nothing and may show all. */
  async function callsOf(endpoint: AnyEndpoint): Promise<DoorCall[]> {
    const paths = await pathsOf(endpoint.path);
    const calls: DoorCall[] = [];
    for (const path of paths) {
      const record = isReading(endpoint) ? undefined : await own.recordAt(endpoint, path);
      const bodies = triedBodies(endpoint, record, ids).flatMap((body) => [body, ...worded(endpoint, body, prepared)]);
      for (const body of bodies.slice(0, mostTries * 2))
        for (const query of queriesOf(endpoint, prepared)) calls.push({ path: `${path}${query}`, body });
    }
    const takesOne = (call: DoorCall): boolean => {
      const text = `${call.path} ${JSON.stringify(call.body ?? '')}`;
      return [...Object.values(prepared.ids).flat(), ...Object.values(prepared.words ?? {})].some((each) =>
        text.includes(each),
      );
    };
    return calls.filter((call) => measured === undefined || takesOne(call));
  }

  /** A path with the ids of the state, where a parameter speaks of their tables; with own records elsewhere. */
  async function pathsOf(path: string): Promise<string[]> {
    const named = pathNames(path).flatMap((name) => {
      const table = tableNamed(name, ids.keys());
      const given = table === undefined ? undefined : prepared.ids[table];
      return given ? [[name, given.slice(0, 3)] as const] : [];
    });
    if (!named.length) return (await own.ownPaths(path)).slice(0, 2);
    let filled = [path];
    for (const [name, given] of named)
      filled = filled.flatMap((each) => given.map((id) => each.replace(`{${name}}`, encodeURIComponent(id))));
    const all: string[] = [];
    for (const each of filled) all.push(pathNames(each).length ? await own.ownPath(each) : each);
    return all;
  }

  /** What happened at a door that must not, in sentences. */
  async function faultsOf(endpoint: AnyEndpoint): Promise<string[]> {
    const faults: string[] = [];
    const calls = await callsOf(endpoint);
    for (const [role, caller] of callers)
      for (const { path, body } of calls) {
        seen.length = 0;
        const send = () => sendAs(caller, endpoint.method, path, body);
        // What must not be shown is looked for in the answer, so the call has to be let through to its end.
        const { status, text } = await (measured === undefined ? send() : rehearse(send));
        const where = `${role} at ${endpoint.method} ${path} (${endpoint.name})`;
        if (status >= 500) faults.push(`${where} is answered ${status}: ${text.slice(0, 200)}`);
        if (seen.some((value) => value > before)) faults.push(`${where}: ${state.name}`);
        const shown = measured === undefined ? shownOf(prepared, { text, path, body }) : [];
        if (shown.length) faults.push(`${where}: ${state.name}: ${shown.join(', ')} in ${text.slice(0, 300)}`);
      }
    return [...new Set(faults)];
  }
  return { faultsOf, callsOf, end };
}

async function measuredValue(em: Parameters<RehearsalLook>[0], text: string): Promise<number> {
  const rows = await em.execute<{ value: number | string }[]>(text);
  return Number(rows[0]?.value ?? 0);
}

/** Hidden texts that an answer shows as words of their own. It may repeat what the call itself said. */
function shownOf({ hidden = [] }: PreparedState, { text, path, body }: DoorCall & { text: string }): string[] {
  const said = `${decodeURIComponent(path)} ${JSON.stringify(body ?? '')}`;
  return hidden.filter((each) => {
    const word = new RegExp(
      `(?<![\\p{L}\\p{N}_-])${each.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}_-])`,
      'u',
    );
    return word.test(text) && !said.includes(each);
  });
}

/** Queries that name the state: none, each filter of ids that speaks of its tables, and its words. */
function queriesOf({ query }: AnyEndpoint, { ids, words = {} }: PreparedState): string[] {
  if (!(query instanceof z.ZodType)) return [''];
  const takes = (given: RecordJson): boolean => query.safeParse(given).success;
  const pairs = fieldsOf(query).flatMap((name): [string, string][] => {
    if (words[name] !== undefined) return [[name, words[name]]];
    if (!/IDs?$/.test(name)) return [];
    const table = tableNamed(name, Object.keys(ids));
    return table && ids[table]?.[0] !== undefined ? [[name, ids[table][0]]] : [];
  });
  const texts = pairs
    .filter(([name, value]) => takes({ [name]: value }) || takes({ [name]: [value] }))
    .map((pair) => `?${new URLSearchParams([pair])}`);
  return [...(takes({}) ? [''] : []), ...texts].slice(0, mostTries);
}

/** The body with the words of the state in its fields of that name, alone or in lists. */
function worded({ body: schema }: AnyEndpoint, body: unknown, { words = {} }: PreparedState): unknown[] {
  if (!(schema instanceof z.ZodType) || typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return fieldsOf(schema).flatMap((name) => {
    const word = words[name];
    if (word === undefined) return [];
    return [
      { ...body, [name]: word },
      { ...body, [name]: [word] },
    ].filter((each) => schema.safeParse(each).success);
  });
}
