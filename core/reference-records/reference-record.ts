import type { EntityData, EntityName } from '@mikro-orm/core';
import type { z } from 'zod';
import { audit, changesOf } from '../audit/audit.ts';
import type { crudEndpoints } from '../contracts/crud.ts';
import type { EndpointRequest } from '../contracts/endpoint.ts';
import { newID } from '../contracts/id.ts';
import { problems } from '../contracts/problem.ts';
import { type FieldDeclaration, type FieldTable, inputName } from '../contracts/record-fields.ts';
import { fieldFacts, plainImportFields } from '../database/field-columns.ts';
import { type ReferencedTables, withReferences } from '../database/referenced-tables.ts';
import { sql, type TenantRecord } from '../database/tenant-entity-manager.ts';
import type { PlainField, PlainImport } from '../imports/plain-import.ts';
import { plainImporter } from '../imports/plain-importer.ts';
import type { AccountContext } from '../kernel/context.ts';
import type { Part } from '../kernel/part.ts';
import { type Route, route } from '../kernel/route.ts';
import { type ListEndpoint, touched } from '../lists/list-page.ts';
import { type RecordLinks, removeLinks, withoutLinks, writeLinks } from '../records/record-links.ts';
import { reasonsOf, refuseIfUsed, usesOf } from '../records/record-uses.ts';
import { renewVersion } from '../records/renew-version.ts';
import { indexRecord, unindexRecord } from '../search/search.ts';

type Stored = TenantRecord & { version: number; updatedAt: Date };
type Reply = { id: string; name: string };

/**
 * A kind of small record that others choose from: its own fields, a name, no documents of its own. All are written the
 * same way.
 */
export interface ReferenceKind<T extends Stored, View extends Reply> {
  /** Record type: `payment_term`. */
  type: string;
  entity: EntityName<T>;
  /** Qualified table. */
  table: string;
  /** Lists whose counts change with it. */
  lists: readonly ListEndpoint[];
  read(ctx: AccountContext, id: string): Promise<View>;
  /** What the history compares: these fields, or what `facts` makes of a record. */
  fields: readonly string[];
  facts?(view: View): Record<string, unknown>;
  /** Second line of the palette. */
  subtitle?(view: View): string | undefined;
}

/** Finishes the creation of a record that was handed to the entity manager. */
export async function recordCreated<T extends Stored, View extends Reply>(
  ctx: AccountContext,
  kind: ReferenceKind<T, View>,
  id: string,
): Promise<View> {
  audit(ctx, { record: { type: kind.type, id }, action: 'created' });
  await ctx.em.flush();
  touched(ctx, ...kind.lists);
  return indexed(ctx, kind, id);
}

/** Writes fields of a record; nothing is recorded where nothing changes. */
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
  await ctx.em.flush();
  touched(ctx, ...kind.lists);
  return indexed(ctx, kind, id);
}

/** Deletes a record that nothing refers to. @throws Problem 404, 409 `in_use` naming what refers */
export async function removeRecord<T extends Stored, View extends Reply>(
  ctx: AccountContext,
  kind: ReferenceKind<T, View>,
  id: string,
  check?: (stored: T) => void | Promise<void>,
): Promise<undefined> {
  // Whoever is writing a reference to it holds a key share; this waits for them and keeps further ones out.
  const { rows } = await sql`select id from ${sql.table(kind.table)}
      where account_id = ${ctx.account.id} and id = ${id} for update`.execute(ctx.em.query());
  if (!rows.length) throw problems.not_found();
  const stored = (await ctx.em.get(kind.entity, id)) as T;
  const { name } = await kind.read(ctx, id);
  await check?.(stored);
  await refuseIfUsed(ctx, kind.type, { id, name });
  ctx.em.remove(stored);
  audit(ctx, { record: { type: kind.type, id }, action: 'deleted', note: name });
  await ctx.em.flush();
  await unindexRecord(ctx, kind.type, id);
  touched(ctx, ...kind.lists);
  return undefined;
}

async function indexed<T extends Stored, View extends Reply>(
  ctx: AccountContext,
  kind: ReferenceKind<T, View>,
  id: string,
): Promise<View> {
  const view = await kind.read(ctx, id);
  await indexRecord(ctx, { type: kind.type, id, title: view.name, subtitle: kind.subtitle?.(view), text: '' });
  return view;
}

type Crud = ReturnType<typeof crudEndpoints>;
type Body<Endpoints, Name extends 'create' | 'update'> = Endpoints extends { [Key in Name]: infer E extends Crud[Name] }
  ? EndpointRequest<E>['body']
  : never;

/** A reference record as `referenceAggregate` needs it. */
export interface ReferenceAggregate<T extends Stored, View extends Reply, Endpoints>
  extends Omit<ReferenceKind<T, View>, 'read' | 'type' | 'lists' | 'fields'>,
    // The endpoints tell these where they are not said: type, the list by its path, the fields of the body.
    Partial<Pick<ReferenceKind<T, View>, 'type' | 'lists' | 'fields'>> {
  /** Prefix of its ids, where the endpoints do not have it: `pyt`. */
  prefix?: string;
  endpoints: Endpoints;
  view: {
    find(ctx: AccountContext, page: never): Promise<{ items: View[]; count: number }>;
    byID(ctx: AccountContext, id: string): Promise<View>;
  };
  /** What is stored of a body; absent: the body as it is. References become entities here. */
  data?(
    ctx: AccountContext,
    body: Body<Endpoints, 'create'> | Body<Endpoints, 'update'>,
  ): EntityData<T> | Promise<EntityData<T>>;
  /** Where stands what its declared fields refer to. */
  tables?: ReferencedTables;
  /** Records that one refers to any number of; bodies name them by `field`, and `data` leaves them out. */
  links?: readonly RecordLinks[];
  /**
   * Refuses a record as it would be written, new or changed; it is not in the database yet, nor are links of the body.
   */
  refuse?(
    ctx: AccountContext,
    record: T,
    body: Body<Endpoints, 'create'> | Body<Endpoints, 'update'>,
  ): void | Promise<void>;
  /** Writes rows that belong to the record alone; answers whether any changed. They go in `beforeRemove`. */
  writeParts?(
    ctx: AccountContext,
    record: T,
    body: Body<Endpoints, 'create'> | Body<Endpoints, 'update'>,
  ): Promise<boolean>;
  /** Refuses a change. */
  checkUpdate?(stored: T, body: Body<Endpoints, 'update'>): void;
  /** Refuses a deletion; what belongs to the record alone goes here. */
  beforeRemove?(ctx: AccountContext, stored: T): void | Promise<void>;
  /**
   * What files can fill; absent: no import. By their name, the name and the fields of the endpoints unless it says
   * otherwise.
   */
  import?: Partial<PlainImport> & {
    /** What is to be said of the name in files: other headings, an example. */
    named?: Partial<PlainField>;
  };
}

/** `machines` of `/dashboard/machines`. */
const listOf = (home: string): string => home.slice(home.lastIndexOf('/') + 1);

/** What the history compares: the fields of the body, references by their own names. */
const comparedFields = ({ createBody, fields }: Crud): string[] => {
  const names = new Map((fields?.names ?? []).map((name) => [inputName(name, fields?.fields[name]), name]));
  return Object.keys(createBody.shape).map((name) => names.get(name) ?? name);
};

/** The import of a record whose name tells it apart. */
function namedImport(
  { words, domain, home, fields, createBody }: Crud,
  tables: ReferencedTables | undefined,
  named: Partial<PlainField> | undefined,
): Pick<PlainImport, 'name' | 'title' | 'description' | 'domain' | 'words' | 'keys' | 'fields'> {
  const [one, many] = words;
  return {
    name: listOf(home),
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
      ...(fields ? plainImportFields(fields, tables) : []),
    ],
  };
}

/**
 * Everything of a small record that others choose from: its five routes with versions, history, search, guarded
 * deletion, and its import with undo. `definePart({ ...referenceAggregate({...}), screens, samples })`
 */
export function referenceAggregate<T extends Stored, View extends Reply, Endpoints extends Crud>(
  aggregate: ReferenceAggregate<T, View, Endpoints>,
): Pick<Part, 'entities' | 'routes' | 'recordSources' | 'imports'> {
  const { entity, view, endpoints, subtitle } = aggregate;
  const { type = endpoints.type, prefix = endpoints.prefix, lists = [endpoints.list] } = aggregate;
  if (!prefix) throw new Error(`The declaration of ${endpoints.words[1]} does not say the prefix of their ids`);
  const declared: FieldTable<Record<string, FieldDeclaration>> | undefined = endpoints.fields;
  const fields = aggregate.fields ?? comparedFields(endpoints);
  const facts = (found: View): Record<string, unknown> => ({
    ...found,
    ...(declared ? fieldFacts(declared, found as never) : {}),
  });
  const read = (ctx: AccountContext, id: string) => view.byID(ctx, id);
  const kind: ReferenceKind<T, View> = { facts, ...aggregate, type, lists, fields, read };
  type Written = Body<Endpoints, 'create'> | Body<Endpoints, 'update'>;
  const { links = [] } = aggregate;
  const data = async (ctx: AccountContext, body: unknown): Promise<EntityData<T>> => {
    if (aggregate.data) return aggregate.data(ctx, body as Written);
    const own = withoutLinks(links, body as object);
    return (declared ? await withReferences(ctx, declared, aggregate.tables ?? {}, own) : own) as EntityData<T>;
  };
  const idOf = ({ params }: { params: Record<string, string> }): string => Object.values(params)[0] as string;
  const routes: Route[] = [
    route(endpoints.list as Crud['list'], (ctx, { query }) => view.find(ctx, query as never) as never),
    route(endpoints.get as Crud['get'], (ctx, request) => view.byID(ctx, idOf(request)) as never),
    route(endpoints.create as Crud['create'], async (ctx, { body }) => {
      const record = ctx.em.create(entity, { id: newID(prefix), ...(await data(ctx, body)) } as never) as T;
      await aggregate.refuse?.(ctx, record, body as Written);
      await ctx.em.flush();
      await writeLinks(ctx, links, record.id, body as object);
      await aggregate.writeParts?.(ctx, record, body as Written);
      return (await recordCreated(ctx, kind, record.id)) as never;
    }),
    route(endpoints.update as Crud['update'], async (ctx, { params, body }) => {
      const { version, ...fields } = body as { version?: number };
      return (await updateRecord(
        ctx,
        kind,
        idOf({ params }),
        { ...(await data(ctx, fields)), version },
        (stored) => aggregate.checkUpdate?.(stored, body as Body<Endpoints, 'update'>),
        async (stored) => {
          await aggregate.refuse?.(ctx, stored, fields as Written);
          const areLinked = await writeLinks(ctx, links, stored.id, fields);
          const arePartsNew = (await aggregate.writeParts?.(ctx, stored, fields as Written)) ?? false;
          // The record has a new version then, as with every other change.
          if (areLinked || arePartsNew) renewVersion(ctx, stored);
        },
      )) as never;
    }),
    route(endpoints.remove as Crud['remove'], (ctx, request) =>
      removeRecord(ctx, kind, idOf(request), async (stored) => {
        await aggregate.beforeRemove?.(ctx, stored);
        await removeLinks(ctx, links, stored.id);
      }),
    ),
  ];
  const { named, ...own } = aggregate.import ?? {};
  return {
    entities: [entity as never],
    routes: () => routes,
    recordSources: () => [{ type, label: async (ctx, id) => (await view.byID(ctx, id)).name }],
    imports: () =>
      aggregate.import
        ? [
            plainImporter({
              recordType: type,
              prefix,
              table: aggregate.table,
              lists,
              document: (values) => ({
                title: String(values['name'] ?? ''),
                subtitle: subtitle?.(values as never),
                text: '',
              }),
              uses: async (ctx, ids) => reasonsOf(await usesOf(ctx, type, ids)),
              ...namedImport(endpoints, aggregate.tables, named),
              ...own,
            }),
          ]
        : [],
  };
}
