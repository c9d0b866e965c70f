import type { EntityData, EntityName } from '@mikro-orm/core';
import type { EntitySchema } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { audit, changesOf } from '../audit/audit.ts';
import { type crudEndpoints, listNameOf } from '../contracts/endpoints/crud.ts';
import type { EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import { type FieldDeclaration, type FieldTable, inputName } from '../contracts/records/fields/record-fields.ts';
import { newID } from '../contracts/texts/id.ts';
import { fieldFacts, plainImportFields } from '../database/rows/field-columns.ts';
import { type ReferencedTables, withReferences } from '../database/rows/referenced-tables.ts';
import { type NewRecord, sql, type TenantRecord } from '../database/tenant-entity-manager.ts';
import type { PlainFact, PlainField, PlainImport } from '../imports/plain/plain-import.ts';
import { plainImporter } from '../imports/plain/plain-importer.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { Part } from '../kernel/plugin/plugin.ts';
import { type Route, route } from '../kernel/route.ts';
import { type ListEndpoint, touched, touchedRows } from '../lists/list-page.ts';
import { type RecordLinks, removeLinks, withoutLinks, writeLinks } from '../records/record-links.ts';
import { reasonsOf, refuseIfUsed, usesOf } from '../records/record-uses.ts';
import { renewVersion } from '../records/renew-version.ts';
import { indexRecord, unindexRecord } from '../search/search.ts';

type Stored = TenantRecord & { version: number; updatedAt: Date };
type Reply = { id: string };

/**
 * A small kind of record that others refer to: own fields and a name, without documents. All such kinds are written in
 * the same way.
 */
export interface ReferenceKind<T extends Stored, View extends Reply> {
  /** Record type: `payment_term`. */
  type: string;
  entity: EntityName<T>;
  /** Qualified table. */
  table: string;
  /** Lists whose counts change with it. */
  lists: readonly ListEndpoint[];
  /** Lists of other records that show its fields. */
  shownIn?: readonly ListEndpoint[];
  /** Events of creation, change and deletion, if the kind has any. */
  tell?: NonNullable<PlainImport['tell']>;
  /** False for a kind that the palette does not find. */
  isSearched?: boolean;
  read(ctx: AccountContext, id: string): Promise<View>;
  /** Fields that the history compares, or the result of `facts`. */
  fields: readonly string[];
  facts?(view: View): Record<string, unknown>;
  /** The record's name in history, search and refusals; by default its `name`. */
  nameOf?(view: View): string;
  /** Second line in the palette. */
  subtitle?(view: View): string | undefined;
}

const nameIn = <View extends Reply>({ nameOf }: { nameOf?(view: View): string }, view: View): string =>
  nameOf ? nameOf(view) : 'name' in view ? String(view.name) : '';

/** Completes the creation of a record that the entity manager already has. */
export async function recordCreated<T extends Stored, View extends Reply>(
  ctx: AccountContext,
  kind: ReferenceKind<T, View>,
  id: string,
): Promise<View> {
  audit(ctx, { record: { type: kind.type, id }, action: 'created' });
  await ctx.em.flush();
  touched(ctx, ...kind.lists);
  const view = await indexed(ctx, kind, id);
  await kind.tell?.created(ctx, [factOf(view)]);
  return view;
}

/** Changes fields of a record; without a difference nothing is recorded. */
export async function updateRecord<T extends Stored, View extends Reply>(
  ctx: AccountContext,
  kind: ReferenceKind<T, View>,
  id: string,
  { version, ...data }: EntityData<T> & { version?: number | undefined },
  check?: (stored: T) => void,
  settle?: (stored: T) => Promise<void>,
): Promise<View> {
  const stored = (await ctx.em.getForUpdate(kind.entity, id)) as T;
  ctx.em.expectVersion(stored, version);
  check?.(stored);
  const facts = (view: View) => (kind.facts?.(view) ?? view) as Record<string, unknown>;
  const before = await kind.read(ctx, id);
  ctx.em.assign(stored, data as EntityData<T>);
  await settle?.(stored);
  await ctx.em.flush();
  const after = await kind.read(ctx, id);
  const changes = changesOf(facts(before), facts(after), kind.fields);
  if (!changes.length) return after;
  audit(ctx, { record: { type: kind.type, id }, action: 'updated', changes });
  await kind.tell?.changed(ctx, [factOf(after, changes)]);
  await ctx.em.flush();
  touched(ctx, ...kind.lists);
  touchedRows(ctx, ...(kind.shownIn ?? []));
  return indexed(ctx, kind, id);
}

/** Deletes an unused record. @throws Problem 404, 409 `in_use` naming the uses */
export async function removeRecord<T extends Stored, View extends Reply>(
  ctx: AccountContext,
  kind: ReferenceKind<T, View>,
  id: string,
  check?: (stored: T) => void | Promise<void>,
): Promise<undefined> {
  // A transaction that writes a reference to the record holds a key share lock. This waits for it and blocks further
  // ones.
  const { rows } = await sql`select id from ${sql.table(kind.table)}
      where account_id = ${ctx.account.id} and id = ${id} for update`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
  const stored = (await ctx.em.get(kind.entity, id)) as T;
  const view = await kind.read(ctx, id);
  const name = nameIn(kind, view);
  await check?.(stored);
  await refuseIfUsed(ctx, kind.type, { id, name });
  ctx.em.remove(stored);
  audit(ctx, { record: { type: kind.type, id }, action: 'deleted', note: name });
  await kind.tell?.deleted(ctx, [factOf(view)]);
  await ctx.em.flush();
  await unindexRecord(ctx, kind.type, id);
  touched(ctx, ...kind.lists);
  return undefined;
}

const factOf = <View extends Reply>(view: View, changes: readonly { field: string }[] = []): PlainFact => ({
  id: view.id,
  values: view as PlainFact['values'] & View,
  fields: changes.map(({ field }) => field),
});

async function indexed<T extends Stored, View extends Reply>(
  ctx: AccountContext,
  kind: ReferenceKind<T, View>,
  id: string,
): Promise<View> {
  const view = await kind.read(ctx, id);
  if (kind.isSearched !== false)
    await indexRecord(ctx, {
      type: kind.type,
      id,
      title: nameIn(kind, view),
      subtitle: kind.subtitle?.(view),
      text: '',
    });
  return view;
}

type Crud = ReturnType<typeof crudEndpoints>;
type Body<Endpoints, Name extends 'create' | 'update'> = Endpoints extends { [Key in Name]: infer E extends Crud[Name] }
  ? EndpointRequest<E>['body']
  : never;
/** The parts of a page of the list. */
type Page<Endpoints> = Endpoints extends { list: infer E extends Crud['list'] } ? EndpointRequest<E>['query'] : never;
/** Fields of a new record, or the changed ones of a stored record. */
type Written<Endpoints> = Partial<Body<Endpoints, 'create'>>;

/** Stored fields of a record; texts of decimals may be numbers. */
type RecordData<T> = {
  [Name in keyof EntityData<T>]: string extends EntityData<T>[Name]
    ? EntityData<T>[Name] | number
    : EntityData<T>[Name];
};

/** A reference record for `referenceAggregate`. */
export interface ReferenceAggregate<T extends Stored, View extends Reply, Endpoints>
  extends Omit<ReferenceKind<T, View>, 'read' | 'type' | 'lists' | 'fields'>,
    // Derived from the endpoints if missing: type, the list by its path, the fields of the body.
    Partial<Pick<ReferenceKind<T, View>, 'type' | 'lists' | 'fields'>> {
  /** Prefix of its ids, if the endpoints do not declare it: `pyt`. */
  prefix?: string;
  endpoints: Endpoints;
  view: {
    find: (ctx: AccountContext, page: Page<Endpoints>) => Promise<{ items: View[]; count: number }>;
    byID(ctx: AccountContext, id: string): Promise<View>;
  };
  /**
   * The stored fields of a body, with references as entities; by default the body itself. Numbers of decimal columns
   * may stay numbers.
   */
  data?(ctx: AccountContext, body: Written<Endpoints>): RecordData<T> | Promise<RecordData<T>>;
  /** Tables of the records to which its declared fields refer. */
  tables?: ReferencedTables;
  /** References to any number of records; bodies have them as `field`, and `data` must leave them out. */
  links?: readonly RecordLinks[];
  /**
   * Refuses a new or changed record before it is written; neither it nor the links in the body are in the database yet.
   */
  refuse?(ctx: AccountContext, record: T, body: Written<Endpoints>): void | Promise<void>;
  /** Writes parts of the record and returns whether any changed. They are deleted in `beforeRemove`. */
  writeParts?(ctx: AccountContext, record: T, body: Written<Endpoints>): Promise<boolean>;
  /** Refuses a change. */
  checkUpdate?(stored: T, body: Body<Endpoints, 'update'>): void;
  /** Refuses a deletion, or deletes the record's parts. */
  beforeRemove?(ctx: AccountContext, stored: T): void | Promise<void>;
  /** The record's import; absent: none. By default its key is the name, and its fields are those of the endpoints. */
  import?: ReferenceImport;
}

/** Import of a small record: what differs from the derived one. */
export interface ReferenceImport extends Partial<PlainImport> {
  /** Options of the name in files: other headings, an example. */
  named?: Partial<PlainField>;
  /** Options of declared fields in files, such as descriptions. */
  fieldWords?: { readonly [field: string]: Partial<PlainField> };
  /** Fields besides the name and the declared ones. */
  more?: readonly PlainField[];
}

/** Everything of a small record for its part, and its commands for other services. */
interface ReferenceRecord<View, Endpoints> extends Pick<Part, 'entities' | 'recordSources' | 'imports'> {
  routes(): Route[];
  create(ctx: AccountContext, body: Body<Endpoints, 'create'>): Promise<View>;
  update(ctx: AccountContext, id: string, body: Body<Endpoints, 'update'>): Promise<View>;
  /** @throws Problem 404, 409 `in_use` naming the uses */
  remove(ctx: AccountContext, id: string): Promise<undefined>;
}

/** Fields for the history: those of the body, with references under their own names. */
const comparedFields = ({ createBody, fields }: Crud): string[] => {
  const names = new Map((fields?.names ?? []).map((name) => [inputName(name, fields?.fields[name]), name]));
  return Object.keys(createBody.shape).map((name) => names.get(name) ?? name);
};

/** The import of a record that is identified by its name. */
function namedImport(
  endpoints: Crud,
  tables: ReferencedTables | undefined,
  { named, fieldWords = {}, more = [] }: ReferenceImport,
): Pick<PlainImport, 'name' | 'title' | 'description' | 'domain' | 'words' | 'keys' | 'fields'> {
  const { words, domain, fields, createBody } = endpoints;
  const [one, many] = words;
  return {
    name: listNameOf(endpoints, endpoints.list),
    title: many.charAt(0).toUpperCase() + many.slice(1),
    description: `Creates ${many}, or changes those whose name exists. Empty cells leave what is there.`,
    domain,
    words,
    keys: ['name'],
    fields: [
      {
        name: 'name',
        label: 'Name',
        column: 'name',
        isNeeded: true,
        schema: createBody.shape['name'] as z.ZodType,
        description: `Unique; says whether the row is a new ${one}.`,
        ...named,
      },
      ...(fields ? plainImportFields(fields, tables).map((field) => ({ ...field, ...fieldWords[field.name] })) : []),
      ...more,
    ],
  };
}

/**
 * Everything of a small record that others refer to: its five routes with versions, history, search, checked deletion,
 * and its import with undo. `definePart({ ...referenceAggregate({...}), screens, samples })`
 */
export function referenceAggregate<T extends Stored, View extends Reply, Endpoints extends Crud>(
  aggregate: ReferenceAggregate<T, View, Endpoints>,
): ReferenceRecord<View, Endpoints> {
  const { entity, view, endpoints, subtitle } = aggregate;
  const { type = endpoints.type, prefix = endpoints.prefix, lists = [endpoints.list] } = aggregate;
  if (!prefix) throw new Error(`The declaration of ${endpoints.words[1]} does not say the prefix of their ids`);
  const declared: FieldTable<Record<string, FieldDeclaration>> | undefined = endpoints.fields;
  const fields = aggregate.fields ?? comparedFields(endpoints);
  const facts = (found: View): Record<string, unknown> => ({
    ...found,
    // A view has a value for each declared field, though its type does not name them here.
    ...(declared ? fieldFacts(declared, found as never) : {}),
  });
  const read = (ctx: AccountContext, id: string) => view.byID(ctx, id);
  const kind: ReferenceKind<T, View> = { facts, ...aggregate, type, lists, fields, read };
  const { links = [] } = aggregate;
  const ownFields = (ctx: AccountContext, body: object): object | Promise<object> => {
    if (aggregate.data) return aggregate.data(ctx, body as Written<Endpoints>);
    const recordFields = withoutLinks(links, body);
    return declared ? withReferences(ctx, declared, aggregate.tables ?? {}, recordFields) : recordFields;
  };
  const data = async (ctx: AccountContext, body: object) =>
    ctx.em.decimalTexts(entity, await ownFields(ctx, body)) as EntityData<T>;
  const create = async (ctx: AccountContext, body: Body<Endpoints, 'create'>): Promise<View> => {
    const record = ctx.em.create(entity, { id: newID(prefix), ...(await data(ctx, body as object)) } as NewRecord<T>);
    await aggregate.refuse?.(ctx, record, body);
    await ctx.em.flush();
    await writeLinks(ctx, links, record.id, body as object);
    await aggregate.writeParts?.(ctx, record, body);
    return recordCreated(ctx, kind, record.id);
  };
  const update = async (ctx: AccountContext, id: string, body: Body<Endpoints, 'update'>): Promise<View> => {
    const { version, ...changed } = body as { version?: number };
    return updateRecord(
      ctx,
      kind,
      id,
      { ...(await data(ctx, changed)), version },
      (stored) => aggregate.checkUpdate?.(stored, body),
      async (stored) => {
        await aggregate.refuse?.(ctx, stored, changed as Written<Endpoints>);
        const areLinked = await writeLinks(ctx, links, stored.id, changed);
        const arePartsNew = (await aggregate.writeParts?.(ctx, stored, changed as Written<Endpoints>)) ?? false;
        // The record then gets a new version, as after any change.
        if (areLinked || arePartsNew) renewVersion(ctx, stored);
      },
    );
  };
  const remove = (ctx: AccountContext, id: string): Promise<undefined> =>
    removeRecord(ctx, kind, id, async (stored) => {
      await aggregate.beforeRemove?.(ctx, stored);
      await removeLinks(ctx, links, stored.id);
    });
  const idOf = ({ params }: { params: Record<string, string> }): string => Object.values(params)[0] as string;
  const routes: Route[] = [
    route(endpoints.list as Crud['list'], (ctx, { query }) => view.find(ctx, query as Page<Endpoints>)),
    route(endpoints.get as Crud['get'], (ctx, request) => view.byID(ctx, idOf(request))),
    route(endpoints.create as Crud['create'], (ctx, { body }) => create(ctx, body as Body<Endpoints, 'create'>)),
    route(endpoints.update as Crud['update'], (ctx, { params, body }) =>
      update(ctx, idOf({ params }), body as Body<Endpoints, 'update'>),
    ),
    route(endpoints.remove as Crud['remove'], (ctx, request) => remove(ctx, idOf(request))),
  ];
  return {
    create,
    update,
    remove,
    entities: [entity as EntitySchema],
    routes: () => routes,
    recordSources: () => [{ type, label: async (ctx, id) => nameIn(kind, await view.byID(ctx, id)) }],
    imports: () =>
      aggregate.import
        ? [
            plainImporter({
              recordType: type,
              prefix,
              table: aggregate.table,
              lists,
              ...(aggregate.tell ? { tell: aggregate.tell } : {}),
              ...(aggregate.isSearched === false
                ? {}
                : {
                    document: (values) => ({
                      title: String(values['name'] ?? ''),
                      subtitle: subtitle?.(values as PlainFact['values'] & View),
                      text: '',
                    }),
                  }),
              uses: async (ctx, ids) => reasonsOf(await usesOf(ctx, type, ids)),
              ...namedImport(endpoints, aggregate.tables, aggregate.import),
              ...aggregate.import,
            }),
          ]
        : [],
  };
}
