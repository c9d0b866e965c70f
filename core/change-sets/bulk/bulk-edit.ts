import { type RawBuilder, sql } from 'kysely';
import { audit } from '../../audit/audit.ts';
import { type FieldError, problems } from '../../contracts/endpoints/problem.ts';
import type { PermissionCode } from '../../contracts/plugins/permission.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import type { WorkOptions } from '../run/change-set-action.ts';
import type { BulkAction, BulkItem } from './bulk.ts';

/** A field that can be set for many records at once. */
export interface EditedField {
  /** Key of the value in `options.changes`, and the field's name in histories. */
  name: string;
  label: string;
  column: string;
  type: 'text' | 'date' | 'numeric' | 'boolean';
  /** For an id: the table or view with the names. */
  names?: { table: string; column: string; where?: RawBuilder<unknown> };
  /** Readable form of a code. */
  shown?(value: string): string;
  /** SQL over `own` for the readable current value, if the column does not suffice. */
  reads?: ReturnType<typeof sql>;
  /** Further columns that depend on the value, as SQL over `own`. */
  follows?: Readonly<Record<string, (wanted: ReturnType<typeof sql>) => ReturnType<typeof sql>>>;
}

/** A record with its current values, and the names of referenced records, as text. */
interface EditedItem extends BulkItem {
  found: Record<string, string | null>;
  shown: Record<string, string | null>;
}

interface EditParts {
  /** `sales-orders.edit`. */
  action: string;
  recordType: string;
  permission: PermissionCode;
  table: string;
  /** Column with the record's name. */
  label: string;
  fields: readonly EditedField[];
  /** Condition on `own` for existing records: `own.deleted_at is null`. */
  visible?: ReturnType<typeof sql>;
  /** Takes locks that must precede those of the records. */
  lock?(ctx: AccountContext): Promise<unknown>;
  /** SQL over `own` with the reason why a record may not be changed, as text; null if it may. */
  refusal?(changes: Changes, ctx: AccountContext): ReturnType<typeof sql>;
  /** Updates data that depend on these fields: promises, lists, search. */
  written(ctx: AccountContext, ids: readonly string[], fields: readonly string[]): Promise<void>;
}

/** Values by field; null clears it. */
export type Changes = Readonly<Record<string, string | number | boolean | null>>;
const changesOf = (options: WorkOptions): Changes => (options['changes'] ?? {}) as Changes;
const textOf = (value: Changes[string] | undefined): string | null =>
  value === undefined || value === null ? null : String(value);

/**
 * Sets some fields of many records by one statement, to the values in `options.changes`. Records that already have them
 * are left unchanged. Any number of records forms a set that can be undone.
 */
export function bulkEdit(parts: EditParts): BulkAction<EditedItem> {
  const { table, fields } = parts;
  const chosen = (options: WorkOptions): EditedField[] => fields.filter(({ name }) => name in changesOf(options));

  /** Names of the given values by field. @throws Problem 400 for missing records */
  async function wantedNames(ctx: AccountContext, options: WorkOptions): Promise<Record<string, string | null>> {
    const shown: Record<string, string | null> = {};
    const errors: FieldError[] = [];
    for (const { name, label, names, shown: show } of chosen(options)) {
      const wanted = textOf(changesOf(options)[name]);
      shown[name] = wanted && (show?.(wanted) ?? wanted);
      if (!wanted || !names) continue;
      const { rows } = await sql<{ name: string }>`select ${sql.ref(names.column)} as name
        from ${sql.table(names.table)} where account_id = ${ctx.account.id} and id = ${wanted}
          and ${names.where ?? sql`true`}`.execute(ctx.em.query());
      const [found] = rows;
      if (found) shown[name] = found.name;
      else errors.push({ path: `changes.${name}`, message: `There is no such ${label.toLowerCase()}` });
    }
    if (errors.length) throw problems.invalid_input({ errors });
    return shown;
  }

  const shownOf = ({ column, names, reads }: EditedField) =>
    reads ??
    (names
      ? sql`(select named.${sql.ref(names.column)}::text from ${sql.table(names.table)} named
          where named.account_id = own.account_id and named.id = own.${sql.ref(column)})`
      : sql`own.${sql.ref(column)}::text`);

  /** Columns with their new values, each once: one that is chosen itself follows no other. */
  const columnsOf = (options: WorkOptions): [string, ReturnType<typeof sql>][] => {
    const edited = chosen(options).map((field) => ({
      ...field,
      wanted: sql`${textOf(changesOf(options)[field.name])}::text::${sql.raw(field.type)}`,
    }));
    const following = edited.flatMap(({ follows = {}, wanted }) =>
      Object.entries(follows).map(([also, value]): [string, typeof wanted] => [also, value(wanted)]),
    );
    const own = edited.map(({ column, wanted }): [string, typeof wanted] => [column, wanted]);
    return [...new Map([...following, ...own])];
  };

  return {
    action: parts.action,
    recordType: parts.recordType,
    permission: parts.permission,
    effect: 'update',
    async sort(ctx, ids, options) {
      const wanted = [...new Set(ids)];
      const edited = chosen(options);
      await wantedNames(ctx, options);
      await parts.lock?.(ctx);
      const pairs = (value: (field: EditedField) => ReturnType<typeof sql>) =>
        sql`jsonb_build_object(${sql.join(edited.flatMap((field) => [sql.lit(field.name), value(field)]))})`;
      const isSame = sql.join(
        columnsOf(options).map(([column, value]) => sql`own.${sql.ref(column)} is not distinct from ${value}`),
        sql` and `,
      );
      const { rows } = await sql<EditedItem & { refusal: string | null }>`
        select own.id, own.${sql.ref(parts.label)} as label, ${pairs(shownOf)} as shown,
          ${pairs(({ column }) => sql`own.${sql.ref(column)}::text`)} as found,
          coalesce(${parts.refusal?.(changesOf(options), ctx) ?? sql`null::text`},
            case when ${isSame} then 'It is so already' end) as refusal
        from ${sql.table(table)} own
        where own.account_id = ${ctx.account.id} and own.id = any(${wanted}::text[]) and ${parts.visible ?? sql`true`}
        order by own.id for no key update of own`.execute(ctx.em.query());
      const known = new Set(rows.map(({ id }) => id));
      return {
        allowed: rows.flatMap(({ refusal, ...item }) => (refusal === null ? item : [])),
        refused: [
          ...rows.flatMap(({ id, label, refusal }) => (refusal === null ? [] : { id, label, reason: refusal })),
          ...wanted.filter((id) => !known.has(id)).map((id) => ({ id, label: id, reason: 'There is no such record' })),
        ],
      };
    },
    async apply(ctx, items, options) {
      const edited = chosen(options);
      const changes = changesOf(options);
      const ids = items.map(({ id }) => id);
      const names = await wantedNames(ctx, options);
      const set = sql.join(columnsOf(options).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
      await sql`update ${sql.table(table)} as own set ${set}, version = version + 1, updated_at = ${ctx.clock.now()}
        where account_id = ${ctx.account.id} and id = any(${ids}::text[])`.execute(ctx.em.query());
      for (const { id, found, shown } of items)
        audit(ctx, {
          record: { type: parts.recordType, id },
          action: 'updated',
          changes: edited
            .filter(({ name }) => found[name] !== textOf(changes[name]))
            .map((field) => ({ field: field.name, from: readable(field, shown), to: names[field.name] ?? null })),
        });
      await parts.written(
        ctx,
        ids,
        edited.map(({ name }) => name),
      );
      await ctx.em.flush();
    },
    changes: ({ shown }, options) =>
      chosen(options).map((field) => ({
        field: field.name,
        label: field.label,
        from: readable(field, shown),
        to: textOf(changesOf(options)[field.name]),
      })),
    undo: {
      own: table,
      tables: [{ table, column: 'id' }],
      columns: [...new Set(fields.flatMap(({ column, follows = {} }) => [column, ...Object.keys(follows)]))],
      async restored(ctx, records) {
        const ids = records.map(({ id }) => id);
        await parts.lock?.(ctx);
        for (const id of ids)
          audit(ctx, { record: { type: parts.recordType, id }, action: 'updated', note: 'Bulk change undone' });
        await parts.written(
          ctx,
          ids,
          fields.map(({ name }) => name),
        );
      },
    },
  };
}

function readable({ name, shown, reads }: EditedField, values: Record<string, string | null>): string | null {
  const value = values[name] ?? null;
  return value === null || reads ? value : (shown?.(value) ?? value);
}
