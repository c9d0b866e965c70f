import type { EntityManager } from '@mikro-orm/postgresql';
import { collectionOf, everything } from '../contracts/endpoints/touched.ts';
import { listRecentActivity } from '../contracts/records/timeline.contract.ts';
import { newID } from '../contracts/texts/id.ts';
import { slot } from '../kernel/calls/call-slots.ts';
import type { AccountContext, CallContext } from '../kernel/context/context.ts';
import { AuditEvent, type FieldChange } from './audit-event.entity.ts';

export type { FieldChange } from './audit-event.entity.ts';

/** An entry for `audit`; actor, time and address come from the context. */
export interface AuditEntry {
  record: { type: string; id: string };
  /** Past-tense code in snake_case: `created`, `updated`, `status_changed`, `line_added`. */
  action: string;
  changes?: readonly FieldChange[];
  note?: string | undefined;
}

/** Note of the change set to which the changes of a transaction belong. */
const batch = slot<string | undefined>(() => undefined);

/**
 * Appends this text to the note of all following entries in the transaction, until it is called with undefined: the
 * change set to which the changes belong.
 */
export const noteBatch = (ctx: AccountContext, note: string | undefined): void => ctx.slots.set(batch, note);

const backdated = slot(() => ({ from: Number.POSITIVE_INFINITY, by: 0 }));

/**
 * Dates all following entries of the current time this many minutes earlier, for demo data, which is written within a
 * second.
 */
export const backdate = (ctx: AccountContext, minutes: number): void =>
  ctx.slots.set(backdated, { from: ctx.clock.now().getTime(), by: minutes * 60_000 });

const rowOf = (ctx: CallContext, entry: AuditEntry, occurredAt: Date) => ({
  id: newID('aud'),
  recordType: entry.record.type,
  recordID: entry.record.id,
  action: entry.action,
  actorType: ctx.actor.type,
  actorID: ctx.actor.id,
  actorName: ctx.actor.name,
  ip: ctx.client.ip,
  requestID: ctx.requestID,
  changes: [...(entry.changes ?? [])],
  note: [entry.note, ctx.slots.of(batch)].filter(Boolean).join('; ') || null,
  occurredAt,
});

/**
 * Adds an entry to a record's history. It is written with the next flush of this transaction and rolled back with it.
 */
export const audit = (ctx: AccountContext, entry: AuditEntry): void => append(ctx, entry, ctx.clock.now());

/** Like `audit`, for many entries; the next flush writes them in one statement. */
export async function auditAll(ctx: AccountContext, entries: readonly AuditEntry[]): Promise<void> {
  const occurredAt = ctx.clock.now();
  for (const entry of entries) append(ctx, entry, occurredAt);
}

/** Fields by which lists and documents name a record. */
const naming: ReadonlySet<string> = new Set(['name', 'number', 'sku', 'code', 'lotNumber', 'title', 'slug']);

/** Makes browsers read the account's activity again, and all data that name a renamed record. */
function tellBrowsers(ctx: AccountContext, { changes = [] }: AuditEntry): void {
  const { touchedPaths } = ctx;
  if (!touchedPaths) return;
  const isRenamed = changes.some(({ field }) => naming.has(field));
  const path = isRenamed ? everything : collectionOf(listRecentActivity.path);
  ctx.afterCommit(() => void touchedPaths.add(path));
}

function append(ctx: AccountContext, entry: AuditEntry, at: Date): void {
  const { from, by } = ctx.slots.of(backdated);
  const occurredAt = at.getTime() < from ? at : new Date(at.getTime() - by);
  // An update without changes gets no entry.
  if (entry.action === 'updated' && entry.changes?.length === 0) return;
  const row = rowOf(ctx, entry, occurredAt);
  ctx.em.append('core.audit_event', {
    id: row.id,
    record_type: row.recordType,
    record_id: row.recordID,
    action: row.action,
    actor_type: row.actorType,
    actor_id: row.actorID,
    actor_name: row.actorName,
    ip: row.ip,
    request_id: row.requestID,
    changes: row.changes,
    note: row.note,
    occurred_at: row.occurredAt,
  });
  tellBrowsers(ctx, entry);
}

/** Like `audit`, for services of the auth role, whose transaction has this account set. */
export function auditAsAuth(ctx: CallContext & { em: EntityManager }, accountID: string, entry: AuditEntry): void {
  ctx.em.persist(ctx.em.create(AuditEvent, { ...rowOf(ctx, entry, ctx.clock.now()), accountID }));
}

/** The value of a field as JSON: dates as ISO text, a reference as its id, a missing value as null. */
function plainValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(plainValue);
  if ('accountID' in value && 'id' in value) return value.id;
  return JSON.parse(JSON.stringify(value));
}

/** A text that is equal for objects with the same content, because PostgreSQL returns their keys in any order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );

/**
 * The listed fields whose values differ. `before` is a plain copy taken before the write (`snapshotOf`). A field
 * missing in `after` counts as unchanged, so a PATCH body can be passed as it is.
 */
export function changesOf<Before extends object, After extends object>(
  before: Before,
  after: After,
  fields: readonly (keyof Before & keyof After & string)[],
): FieldChange[] {
  return fields.flatMap((field) => {
    if (after[field] === undefined) return [];
    const [from, to] = [plainValue(before[field]), plainValue(after[field])];
    return canonical(from) === canonical(to) ? [] : [{ field, from, to }];
  });
}

/** A plain copy of some fields, for `changesOf` after the write. */
export const snapshotOf = <T extends object, const Field extends keyof T & string>(
  record: T,
  fields: readonly Field[],
): Pick<T, Field> => Object.fromEntries(fields.map((field) => [field, plainValue(record[field])])) as Pick<T, Field>;
