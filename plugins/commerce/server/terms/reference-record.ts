import type { EntityData, EntityName } from '@mikro-orm/core';
import { problems } from '@millwright/core/contracts';
import {
  type AccountContext,
  audit,
  changesOf,
  indexRecord,
  refuseIfUsed,
  sql,
  type TenantRecord,
  touched,
  unindexRecord,
} from '@millwright/core/server';

type Stored = TenantRecord & { name: string; version: number };
type Reply = { id: string; name: string };

/** A kind of small record that customers and orders choose from; all of them are written the same way. */
export interface ReferenceKind<T extends Stored, View extends Reply> {
  type: string;
  entity: EntityName<T>;
  /** Qualified table. */
  table: string;
  /** Lists whose counts change with it. */
  lists: readonly string[];
  read(ctx: AccountContext, id: string): Promise<View>;
  /** What the history compares. */
  fields: readonly (keyof View & string)[];
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
): Promise<View> {
  const stored = (await ctx.em.getForUpdate(kind.entity, id)) as T;
  ctx.em.expectVersion(stored, version);
  check?.(stored);
  const before = await kind.read(ctx, id);
  ctx.em.assign(stored, data as EntityData<T>);
  await ctx.em.flush();
  const after = await kind.read(ctx, id);
  const changes = changesOf(before, after, kind.fields);
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
  const { rows } =
    await sql`select id from ${sql.table(kind.table)} where account_id = ${ctx.account.id} and id = ${id} for update`.execute(
      ctx.em.query(),
    );
  if (!rows.length) throw problems.not_found();
  const stored = (await ctx.em.get(kind.entity, id)) as T;
  await check?.(stored);
  await refuseIfUsed(ctx, kind.type, stored);
  ctx.em.remove(stored);
  audit(ctx, { record: { type: kind.type, id }, action: 'deleted', note: stored.name });
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
