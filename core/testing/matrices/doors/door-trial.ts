import { z } from 'zod';
import { type AnyEndpoint, isReading, pathNames } from '../../../contracts/endpoints/endpoint.ts';
import { Problem } from '../../../contracts/endpoints/problem.ts';
import { type RoleType, roleTypes } from '../../../contracts/plugins/permission.ts';
import type { ImportDefinition } from '../../../imports/import-definition.ts';
import type { ForbiddenState, PreparedState } from '../../../kernel/plugin/forbidden-state.ts';
import { runInAccount } from '../../../tenancy/accounts/account-transaction.ts';
import { idFieldsOf, idPrefixOf, tableNamed, withID } from '../../calls/id-fields.ts';
import { fieldsOf, ownRecords, type RecordJson, sendAs } from '../../calls/own-records.ts';
import { triedBodies } from '../../calls/tried-bodies.ts';
import type { PopulatedKernel } from '../../kernel/populated-kernel.ts';
import type { TestPerson } from '../../kernel/test-kernel.ts';
import { type RehearsalLook, rehearsals } from '../rights/rehearsal.ts';
import { filesOf, takeFile } from './import-door.ts';
import { widgetVisitor } from './widget-visitor.ts';

type CallerRole = Exclude<RoleType, 'api_key'>;

/** A call of an endpoint, as one of the roles that can use it. */
interface DoorCall {
  path: string;
  body: unknown;
}

/** Largest number of bodies and queries per endpoint. */
const mostTries = 6;

/** Calls endpoints while a state holds, and reports forbidden effects. */
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

  const isOfCustomers = roles.includes('customer');
  const visitor = isOfCustomers ? await widgetVisitor(kernel, callers.get('customer') as TestPerson) : undefined;
  /** Callers for an endpoint. */
  const callersOf = ({ widget }: AnyEndpoint): [string, Pick<TestPerson, 'fetch'>][] =>
    widget ? (visitor ? [['widget', visitor]] : []) : [...callers];

  /** The measured numbers that each rolled-back call would have left. */
  const seen: number[][] = [];
  const look: RehearsalLook = async (em) => {
    if (measured !== undefined) seen.push(await measuredValues(em, measured));
  };
  const { rehearse, end } = rehearsals(kernel.database, look);
  const before =
    measured === undefined
      ? []
      : await kernel.database.runAsTenant({ accountID: kernel.a.id, readOnly: true }, (em) =>
          measuredValues(em, measured),
        );

  // Short numbers and everyday words also occur in bodies with another meaning.
  const words = Object.values(prepared.words ?? {}).filter((word) => String(word).length > 6);
  const marks = [...Object.values(prepared.ids).flat(), ...words].map(String);
  const takesOne = (text: string): boolean => marks.some((mark) => text.includes(mark));
  const bodiesOf = (endpoint: AnyEndpoint, record?: RecordJson): unknown[] =>
    triedBodies(endpoint, record, ids)
      .map((body) => naming(endpoint, body, prepared))
      .flatMap((body) => [body, ...worded(endpoint, body, prepared)])
      .map((body) => saying(endpoint, body, prepared));

  // Parameters name all kinds of orders `orderID`.
  const stateTable = (name: string): string | undefined => tableNamed(name, Object.keys(prepared.ids));
  const prefixes = Object.values(prepared.ids).flatMap(([id]) => idPrefixOf(id) ?? []);
  /** Whether the endpoint's path or body can name the state. */
  const mayTake = ({ path, body }: AnyEndpoint): boolean => {
    const isOf = (name: string): boolean => stateTable(name) !== undefined;
    if (pathNames(path).some(isOf)) return true;
    if (!(body instanceof z.ZodType)) return false;
    const form = formOf(body);
    return (
      prefixes.some((prefix) => form.text.includes(`^${prefix}_`)) ||
      form.names.some((name) => prepared.words?.[name] !== undefined || (/IDs?$/.test(name) && isOf(name)))
    );
  };

  /** Calls with one of the ids, and calls without ids that may show everything. */
  async function callsOf(endpoint: AnyEndpoint): Promise<DoorCall[]> {
    // Reading calls cannot change the measured numbers.
    if (measured !== undefined && (isReading(endpoint) || !mayTake(endpoint))) return [];
    const paths = await pathsOf(endpoint.path);
    const calls: DoorCall[] = [];
    for (const path of paths) {
      const record = isReading(endpoint) ? undefined : await own.recordAt(endpoint, path);
      const bodies = bodiesOf(endpoint, record);
      for (const body of bodies.slice(0, mostTries * 2))
        for (const query of queriesOf(endpoint, prepared)) calls.push({ path: `${path}${query}`, body });
    }
    return calls.filter(
      ({ path, body }) => measured === undefined || takesOne(`${path} ${JSON.stringify(body ?? '')}`),
    );
  }

  /** A path with ids of the state in parameters of their tables, and with own records in all others. */
  async function pathsOf(pattern: string): Promise<string[]> {
    const path = pattern.replace('{publishableKey}', visitor?.key ?? 'nobody');
    const named = pathNames(path).flatMap((name) => {
      const table = stateTable(name);
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

  const met = new Map<string, Map<string, number>>();
  /** Counts the outcomes of an endpoint: `accepted`, or the code of the refusal. */
  const meet = (door: string, code: string): void => {
    const counts = met.get(door) ?? new Map<string, number>();
    met.set(door, counts.set(code, (counts.get(code) ?? 0) + 1));
  };
  const isRaised = (): boolean => seen.some((values) => values.some((value, index) => value > (before[index] ?? 0)));

  /** Forbidden effects of an endpoint, as sentences. */
  async function faultsOf(endpoint: AnyEndpoint): Promise<string[]> {
    const faults: string[] = [];
    const calls = await callsOf(endpoint);
    for (const [role, caller] of callersOf(endpoint))
      for (const { path, body } of calls) {
        seen.length = 0;
        const send = () => sendAs(caller, endpoint.method, path, body);
        // Forbidden contents are searched in the reply, so the call must run to its end.
        const { status, text, isOk } = await (measured === undefined ? send() : rehearse(send));
        const code = isOk ? 'accepted' : codeOf(text);
        meet(endpoint.name, code === 'rehearsed' ? 'accepted' : code);
        const where = `${role} at ${endpoint.method} ${path} (${endpoint.name})`;
        if (status >= 500) faults.push(`${where} is answered ${status}: ${text.slice(0, 200)}`);
        if (isRaised()) faults.push(`${where}: ${state.name}`);
        const shown = measured === undefined ? shownOf(prepared, { text, path, body }) : [];
        if (shown.length) faults.push(`${where}: ${state.name}: ${shown.join(', ')} in ${text.slice(0, 300)}`);
        // A role without access to the endpoint is refused with any body.
        if (code === 'forbidden') break;
      }
    return [...new Set(faults)];
  }

  /** The same for imports of a kind. Portal users have no imports. */
  async function faultsOfImport(definition: ImportDefinition): Promise<string[]> {
    const faults: string[] = [];
    const person = callers.get('admin');
    if (!person || measured === undefined) return [];
    const identity = { type: 'user', userID: person.userID } as const;
    for (const records of await filesOf(kernel, definition, prepared)) {
      seen.length = 0;
      let code = 'accepted';
      const take = async (): Promise<void> => {
        await runInAccount(kernel.tenancy, { accountID: kernel.a.id, identity }, async (ctx) => {
          const [why] = await takeFile(ctx, definition, records);
          if (why !== undefined) code = 'refused in file';
        });
      };
      const error: unknown = await rehearse(() => take().catch((thrown: unknown) => thrown));
      if (error instanceof Problem && error.code !== 'rehearsed') code = error.code;
      else if (error && !(error instanceof Problem)) faults.push(`file of ${definition.name}: ${String(error)}`);
      meet(`file of ${definition.name}`, code);
      if (isRaised()) faults.push(`file of ${definition.name}: ${state.name}`);
    }
    return [...new Set(faults)];
  }

  /** Whether the measure notices a change that bypasses the rule; the change is rolled back. */
  async function isSeen(): Promise<boolean> {
    const statement = state.past?.(prepared);
    if (statement === undefined) return false;
    seen.length = 0;
    const happen = kernel.database
      .runAsTenant({ accountID: kernel.a.id }, (em) => em.execute(statement))
      .catch((thrown: unknown) => thrown);
    const error: unknown = await rehearse(() => happen);
    if (!(error instanceof Problem)) throw error;
    return isRaised();
  }

  /** Refusals of the state's `meets` that did not occur at their endpoint, with the outcomes that did. */
  const notMet = (): string[] =>
    Object.entries(state.meets).flatMap(([code, door]) => {
      const counts = met.get(door);
      return counts?.has(code) ? [] : [`${door} never answers ${code}, but ${[...(counts?.keys() ?? [])].join(', ')}`];
    });

  /** Numbers of endpoints, calls and outcomes: '12 doors, 40 calls: accepted 3, ...'. */
  const summary = (): string => {
    const counts = new Map<string, number>();
    for (const each of met.values())
      for (const [code, count] of each) counts.set(code, (counts.get(code) ?? 0) + count);
    const calls = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const codes = [...counts].sort(([, one], [, other]) => other - one).map(([code, count]) => `${code} ${count}`);
    return `${met.size} doors, ${calls} calls: ${codes.join(', ')}`;
  };
  return { faultsOf, faultsOfImport, isSeen, callsOf, notMet, summary, end };
}

const forms = new WeakMap<z.ZodType, { text: string; names: string[] }>();
/** The contract's schema as text, with all its field names. */
function formOf(schema: z.ZodType): { text: string; names: string[] } {
  const known = forms.get(schema);
  if (known) return known;
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const form = { text, names: [...new Set([...text.matchAll(/"([A-Za-z.]+)":/g)].map(([, name]) => name ?? ''))] };
  forms.set(schema, form);
  return form;
}

async function measuredValues(em: Parameters<RehearsalLook>[0], text: string): Promise<number[]> {
  const rows = await em.execute<Record<string, number | string | null>[]>(text);
  return Object.values(rows[0] ?? {}).map((value) => Number(value ?? 0));
}

function codeOf(text: string): string {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? 'refused';
  } catch {
    return 'refused';
  }
}

/** Hidden texts that the reply shows as separate words. Texts of the call itself may be repeated. */
function shownOf({ hidden = [] }: PreparedState, { text, path, body }: DoorCall & { text: string }): string[] {
  const callText = `${decodeURIComponent(path)} ${JSON.stringify(body ?? '')}`;
  return hidden.filter((each) => {
    const word = new RegExp(
      `(?<![\\p{L}\\p{N}_-])${each.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}_-])`,
      'u',
    );
    return word.test(text) && !callText.includes(each);
  });
}

/** Queries that name the state: none, each id filter of its tables, and its words. */
function queriesOf({ query }: AnyEndpoint, { ids, words = {} }: PreparedState): string[] {
  if (!(query instanceof z.ZodType)) return [''];
  const takes = (given: RecordJson): boolean => query.safeParse(given).success;
  const pairs = fieldsOf(query).flatMap((name): [string, string][] => {
    if (words[name] !== undefined) return [[name, String(words[name])]];
    if (!/IDs?$/.test(name)) return [];
    const table = tableNamed(name, Object.keys(ids));
    return table && ids[table]?.[0] !== undefined ? [[name, ids[table][0]]] : [];
  });
  const texts = pairs
    .filter(([name, value]) => takes({ [name]: value }) || takes({ [name]: [value] }))
    .map((pair) => `?${new URLSearchParams([pair])}`);
  return [...(takes({}) ? [''] : []), ...texts].slice(0, mostTries);
}

/** Bodies with the words of the state in fields of that name, alone or in lists. */
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

/** The body with all values that the state prescribes. */
function saying({ body: schema }: AnyEndpoint, body: unknown, { said = {} }: PreparedState): unknown {
  if (!(schema instanceof z.ZodType) || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const names = Object.keys(said).filter((name) => fieldsOf(schema).includes(name));
  const changed = { ...body, ...Object.fromEntries(names.map((name) => [name, said[name]])) };
  return schema.safeParse(changed).success ? changed : body;
}

/** The body with ids of the state in every field of their tables. */
function naming({ body: schema }: AnyEndpoint, body: unknown, { ids }: PreparedState): unknown {
  if (!(schema instanceof z.ZodType)) return body;
  let named = body;
  for (const field of idFieldsOf(body)) {
    const table = tableNamed(String(field.at(-1)), Object.keys(ids));
    const id = table && ids[table]?.[0];
    const changed = id ? withID(named, field, id) : named;
    if (schema.safeParse(changed).success) named = changed;
  }
  return named;
}
