import { z } from 'zod';
import { type AnyEndpoint, isReading } from '../../../contracts/endpoints/endpoint.ts';
import type { PermissionCode } from '../../../contracts/plugins/permission.ts';
import { type AskedRight, hearAskedRights } from '../../../permissions/asked-rights.ts';
import { ownRecords, type RecordJson, sendAs } from '../../calls/own-records.ts';
import { triedBodies } from '../../calls/tried-bodies.ts';
import type { PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { rehearsals } from './rehearsal.ts';
import { type SecondRights, star } from './second-rights.ts';
import { type TriedPerson, triedPerson } from './tried-person.ts';

/** A call that is repeated with other rights. */
interface TriedCall {
  person: TriedPerson;
  path: string;
  body: unknown;
}

/** Largest number of records, in different states, for an endpoint that is known to need more rights. */
const mostRecords = 8;
/** Number of records for all other endpoints. */
const fewCalls = 3;

/** Calls endpoints as people with all rights, then as the same people without one of the requested rights. */
export async function rightsTrial(kernel: PopulatedKernel) {
  const own = ownRecords(kernel);
  const all = [...kernel.registry.permissionCodes];
  const { rehearse, end } = rehearsals(kernel.database);
  const staff = await triedPerson(kernel, 'user');
  const customer = kernel.customerID ? await triedPerson(kernel, 'customer', kernel.customerID) : staff;
  for (const person of new Set([staff, customer])) await person.may(all);

  async function* callsOf(endpoint: AnyEndpoint): AsyncGenerator<TriedCall> {
    const isOfPortal = endpoint.path.startsWith('/v1/portal/') && endpoint.customers !== undefined;
    const people = isOfPortal ? [customer, staff] : [staff];
    const paths = await own.ownPaths(endpoint.path);
    for (const path of paths.length ? paths.slice(0, mostRecords) : [await own.ownPath(endpoint.path)]) {
      const record = isReading(endpoint) ? undefined : await own.recordAt(endpoint, path);
      for (const body of triedBodies(endpoint, record, kernel.ownIDs))
        for (const query of queriesOf(endpoint, kernel.ownIDs))
          for (const person of people) yield { person, path: `${path}${query}`, body };
    }
  }

  /** The reply to a call, and the second rights that the handler requested. Writes are rolled back. */
  async function send(endpoint: AnyEndpoint, { person, path, body }: TriedCall) {
    const askedRights: AskedRight[] = [];
    const stop = hearAskedRights((each) => {
      if (each.endpoint === endpoint.name && each.right !== endpoint.permission) askedRights.push(each);
    });
    const answer = await rehearse(() => sendAs(person, endpoint.method, path, body)).finally(stop);
    return { answer, asked: askedRights };
  }

  /** Faults of a call by a person without one right. */
  async function refusalFaults(endpoint: AnyEndpoint, call: TriedCall, right: PermissionCode): Promise<string[]> {
    await call.person.may(all.filter((code) => code !== right));
    // Without the endpoint's own right no transaction is opened, and a reading one is READ ONLY.
    const mayWrite = right !== endpoint.permission && !isReading(endpoint);
    const before = mayWrite ? await kernel.writesOfA() : {};
    const { status, text, body } = await sendAs(call.person, endpoint.method, call.path, call.body);
    const after = mayWrite ? await kernel.writesOfA() : {};
    await call.person.may(all);
    const written = Object.keys(after).filter((table) => after[table] !== before[table]);
    const named = (body?.['details'] as RecordJson | undefined)?.['permission'];
    const site = `${endpoint.name} requires ${right}`;
    return [
      ...(status === 403 && named === right ? [] : [`${site}, but answers without it ${status} ${text.slice(0, 300)}`]),
      ...(written.length ? [`${site}, but without it writes ${written.join(', ')}`] : []),
    ];
  }

  /** Faults of a call by a person without the rights that only change the reply. */
  async function lookFaults(
    endpoint: AnyEndpoint,
    call: TriedCall,
    looked: readonly PermissionCode[],
    { needs, isMade }: { needs: readonly PermissionCode[]; isMade: boolean },
  ): Promise<string[]> {
    const denied = new Set<PermissionCode>();
    const faults: string[] = [];
    const look = async (rights: readonly PermissionCode[]): Promise<void> => {
      await call.person.may(rights);
      const { answer, asked } = await send(endpoint, call);
      for (const { right, isGranted } of asked) if (!isGranted) denied.add(right);
      if (answer.status >= 500) faults.push(`${endpoint.name} answers ${answer.status} without ${looked.join(', ')}`);
    };
    await look([...needs, ...(endpoint.permission ? [endpoint.permission] : [])]);
    // Checks behind another right only run if that right is present.
    if (!isMade)
      for (const right of looked.filter((each) => !denied.has(each))) await look(all.filter((code) => code !== right));
    await call.person.may(all);
    if (isMade && denied.size) return faults;
    return [...faults, ...looked.filter((right) => !denied.has(right)).map((right) => oneSided(endpoint, right))];
  }

  /** Faults in the rights that an endpoint requests, as sentences. */
  async function faultsOf(endpoint: AnyEndpoint, known: SecondRights = {}): Promise<string[]> {
    const requires = new Set<PermissionCode>();
    const looksAt = new Set<PermissionCode>();
    const isMade = known.looksAt?.includes(star) ?? false;
    const areAllShown = (): boolean =>
      shows(known.requires ?? [], requires).length + shows(known.looksAt ?? [], looksAt).length === 0;
    const isKnown = !areAllShown();
    const faults: string[] = [];
    let calls = 0;
    for await (const call of callsOf(endpoint)) {
      if (calls === 0 && endpoint.permission)
        faults.push(...(await refusalFaults(endpoint, call, endpoint.permission as PermissionCode)));
      calls += 1;
      const { asked } = await send(endpoint, call);
      const needs = new Set(asked.flatMap(({ isRequired, right }) => (isRequired ? right : [])));
      const looked = new Set(asked.flatMap(({ isRequired, right }) => (isRequired ? [] : right)));
      for (const right of needs) if (!requires.has(right)) faults.push(...(await refusalFaults(endpoint, call, right)));
      const unseen = [...looked].filter((right) => !looksAt.has(right));
      if (unseen.length) faults.push(...(await lookFaults(endpoint, call, unseen, { needs: [...needs], isMade })));
      for (const right of needs) requires.add(right);
      for (const right of unseen) looksAt.add(right);
      if (isKnown ? areAllShown() : calls === fewCalls) break;
    }
    const { name } = endpoint;
    return [
      ...faults,
      ...shows(known.requires ?? [], requires).map((right) => `${name} does not require ${right} any more`),
      ...shows(known.looksAt ?? [], looksAt).map((right) => `${name} does not look at ${right} any more`),
      ...beyond(requires, known.requires).map((right) => `${name} requires ${right} too`),
      ...beyond(looksAt, known.looksAt).map((right) => `${name} looks at ${right} too`),
    ];
  }
  return { faultsOf, end };
}

const oneSided = ({ name }: AnyEndpoint, right: string): string => `${name} looks at ${right}, and was never told no`;

/** Known rights that were not requested. */
const shows = (known: readonly string[], shown: ReadonlySet<string>): string[] =>
  known.filter((right) => (right === star ? shown.size === 0 : !shown.has(right)));

/** Requested rights that are not known. */
const beyond = (shown: ReadonlySet<string>, known: readonly string[] = []): string[] =>
  known.includes(star) ? [] : [...shown].filter((right) => !known.includes(right)).sort();

/** Query strings: none, and valid ones from the contract. */
function queriesOf({ query }: AnyEndpoint, idsByTable: ReadonlyMap<string, readonly string[]>): string[] {
  if (!(query instanceof z.ZodType)) return [''];
  const texts = triedBodies({ body: query }, undefined, idsByTable).map((given) => {
    const pairs = Object.entries(given as RecordJson).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    );
    return `?${new URLSearchParams(pairs)}`;
  });
  return query.safeParse({}).success ? ['', ...texts] : texts;
}
