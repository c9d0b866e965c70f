import { sql } from 'kysely';
import type { WrittenVersions } from '../../change-sets/run/change-set-action.ts';
import { newID } from '../../contracts/texts/id.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { touched } from '../../lists/list-page.ts';
import type { ExportedRow, ImportDefinition, ImportVerdict } from '../import-definition.ts';
import { blankValue, cellOf, cellText, cellTexts, readPlainField } from './plain-cells.ts';
import type {
  PlainChange,
  PlainData,
  PlainDraft,
  PlainImport,
  PlainRecord,
  PlainRows,
  PlainUndo,
  PlainWrite,
} from './plain-import.ts';
import {
  type PlainNames,
  plainChanges,
  plainNames,
  plainRecords,
  plainRecordsByID,
  plainTextField,
} from './plain-records.ts';
import { plainRefusals, undoPlain } from './plain-undo.ts';
import { tellWritten, writePlain } from './plain-write.ts';

type Verdict = ImportVerdict<PlainData | null>;
/** The record of some rows, and the key field by which it was found. */
interface Found {
  record: PlainRecord | undefined;
  key: string;
  fault?: string;
}

const labelOf = (kind: PlainImport, values: PlainData['values']): string =>
  kind.labelOf?.(values) ?? String(plainTextField(values['name']) ?? '');

/** The key field and value of some rows. */
function keyOf(kind: PlainImport, record: PlainRows): { field: string; value: string } {
  for (const field of kind.keys) {
    const value = cellOf(record.rows, field);
    if (typeof value === 'string') return { field, value };
  }
  return { field: kind.keys[0] ?? '', value: '' };
}

/** Finds records by the columns of their key fields, in one statement for all rows. */
async function foundByColumns(
  ctx: AccountContext,
  kind: PlainImport,
  records: readonly PlainRows[],
): Promise<Map<string, Found>> {
  const keys = records.map((record) => ({ record, ...keyOf(kind, record) }));
  const conditions = [...Map.groupBy(keys, ({ field }) => field)].flatMap(([name, own]) => {
    const column = kind.fields.find((field) => field.name === name)?.column;
    if (column === undefined) return [];
    const values = own.map(({ value }) => value);
    const lower = values.map((value) => value.toLowerCase());
    return [
      sql`${sql.ref(`own.${column}`)} = any(${values}::text[])
        or lower(${sql.ref(`own.${column}`)}) = any(${lower}::text[])`,
    ];
  });
  const stored = conditions.length
    ? await plainRecords(ctx, kind, sql<boolean>`(${sql.join(conditions, sql` or `)})`)
    : [];
  const byText = Map.groupBy(
    kind.keys.flatMap((name) =>
      stored.map((record) => ({
        record,
        text: `${name} ${String(plainTextField(record.values[name]) ?? '').toLowerCase()}`,
      })),
    ),
    ({ text }) => text,
  );
  return new Map(
    keys.map(({ record, field, value }) => {
      let all = (byText.get(`${field} ${value.toLowerCase()}`) ?? []).map((each) => each.record);
      for (const name of kind.within ?? []) {
        const wanted = cellOf(record.rows, name);
        if (typeof wanted === 'string') all = all.filter(({ values }) => plainTextField(values[name]) === wanted);
      }
      const exact = all.filter(({ values }) => plainTextField(values[field]) === value);
      const [one, ...others] = exact.length ? exact : all;
      return [
        record.key,
        others.length ? ambiguous(kind, field, value, others.length + 1) : { record: one, key: field },
      ];
    }),
  );
}

function ambiguous(kind: PlainImport, key: string, value: string, count: number): Found {
  const [first] = kind.keys;
  const more = [...(first === key ? [] : [first]), ...(kind.within ?? [])];
  const labels = kind.fields.filter(({ name }) => more.includes(name)).map(({ label }) => label.toLowerCase());
  const advice = labels.length ? `. Give the ${labels.join(' and ')}` : '';
  return { record: undefined, key, fault: `${count} ${kind.words[1]} are called ${value}${advice}` };
}

async function foundByKind<Known>(
  ctx: AccountContext,
  kind: PlainImport<Known>,
  records: readonly PlainRows[],
  known: Known,
): Promise<Map<string, Found>> {
  if (!kind.find) return foundByColumns(ctx, kind, records);
  const ids = kind.find(records, known);
  const stored = await plainRecordsByID(ctx, kind, [...new Set(ids.values())]);
  return new Map(
    records.map(({ key, rows }) => [
      key,
      { record: stored.get(ids.get(key) ?? ''), key: keyOf(kind, { key, rows }).field },
    ]),
  );
}

/** The new state of a record according to its rows, with its faults. */
function draftOf<Known>(
  ctx: AccountContext,
  kind: PlainImport<Known>,
  record: PlainRows,
  found: Found | undefined,
  names: PlainNames,
  known: Known,
): { draft: PlainDraft; verdict: Verdict } {
  const first = record.rows[0]?.row ?? 0;
  const [errors, warnings]: [Verdict['errors'], Verdict['warnings']] = [[], []];
  const before = found?.record;
  const draft: PlainDraft = {
    record,
    before,
    values: {},
    parts: [...(before?.parts ?? [])],
    fault: (field, message, row = first) => void errors.push({ row, field, message }),
    warn: (field, message, row = first) => void warnings.push({ row, field, message }),
  };
  // Without knowing the record, the other fields are not read.
  if (found?.fault !== undefined) draft.fault(found.key, found.fault);
  for (const field of found?.fault === undefined ? kind.fields : []) {
    if (field.isCompleted || (field.column === undefined && !field.links)) continue;
    draft.values[field.name] =
      before && field.name === found?.key
        ? (before.values[field.name] ?? null)
        : readPlainField(ctx, field, draft, names);
  }
  for (const field of kind.fields)
    if (field.isCompleted) draft.values[field.name] = before ? (before.values[field.name] ?? null) : blankValue(field);
  if (found?.fault === undefined) kind.complete?.(ctx, draft, known);
  const verdict: Verdict = {
    key: record.key,
    label: labelOf(kind, draft.values) || record.key,
    effect: 'error',
    recordID: before?.id ?? null,
    changes: [],
    errors,
    warnings,
    data: null,
  };
  return { draft, verdict };
}

/** Completes the verdict of a record without errors. */
function settle(ctx: AccountContext, kind: PlainImport, draft: PlainDraft, verdict: Verdict): void {
  const { before, values, parts } = draft;
  if (verdict.errors.length === 0) {
    const state = { values, parts };
    verdict.changes = [
      ...plainChanges(kind, before, state).map(
        ({ field: { name, label }, from, to }): PlainChange => ({ field: name, label, from, to }),
      ),
      ...(kind.parts?.changes(before, state) ?? []),
    ];
    verdict.effect = !before ? 'create' : verdict.changes.length ? 'update' : 'unchanged';
    verdict.data = { ...state, before };
    if (verdict.effect === 'update' && !ctx.can(`${kind.domain}:update`))
      draft.fault('', `You do not have the right to change ${kind.words[1]}`);
  }
  if (verdict.errors.length) Object.assign(verdict, { effect: 'error', changes: [], warnings: [], data: null });
}

/** Refuses the second of two keys that mean the same record. */
function refuseRepeats(kind: PlainImport, all: readonly { draft: PlainDraft; verdict: Verdict }[]): void {
  const rows = new Map<string, number>();
  for (const { draft, verdict } of all) {
    if (verdict.errors.length) continue;
    const key = keyOf(kind, draft.record);
    const parentTexts = (kind.within ?? []).map((name) => plainTextField(draft.values[name]));
    const identity = kind.find
      ? labelOf(kind, draft.values)
      : [key.field, plainTextField(draft.values[key.field]), ...parentTexts].join('\n').toLowerCase();
    const mark = draft.before?.id ?? `+${identity}`;
    const other = rows.get(mark);
    if (other !== undefined) draft.fault(key.field, `Row ${other} is about this ${kind.words[0]} too`);
    else rows.set(mark, draft.record.rows[0]?.row ?? 0);
  }
}

async function check<Known>(
  ctx: AccountContext,
  kind: PlainImport<Known>,
  records: readonly PlainRows[],
): Promise<Verdict[]> {
  const own = kind;
  const known = (await kind.known?.(ctx, records)) as Known;
  const found = await foundByKind(ctx, kind, records, known);
  const referring = kind.fields.filter(({ isCompleted }) => !isCompleted);
  const names = await plainNames(ctx, referring, (field) => records.flatMap(({ rows }) => cellTexts(field, rows)));
  const all = records.map((record) => draftOf(ctx, kind, record, found.get(record.key), names, known));
  refuseRepeats(own, all);
  await kind.refuse?.(
    ctx,
    all.filter(({ draft, verdict }) => [verdict, ...draft.record.rows].every(({ errors }) => errors.length === 0)),
    known,
  );
  for (const { draft, verdict } of all) settle(ctx, own, draft, verdict);
  return all.map(({ verdict }) => verdict);
}

async function apply<Known>(
  ctx: AccountContext,
  kind: PlainImport<Known>,
  records: readonly (Verdict & { data: PlainData })[],
): Promise<{ key: string; recordID: string; undo: PlainUndo; versions: WrittenVersions }[]> {
  const own = kind;
  const wanted = records.map(({ key, data: { values, parts, before } }) => {
    const write: PlainWrite = {
      id: before?.id ?? newID(kind.prefix),
      values: { ...values },
      parts: [...parts],
      before,
    };
    return { key, write };
  });
  const { made = [], others = [] } =
    (await kind.prepare?.(
      ctx,
      wanted.map(({ write }) => write),
    )) ?? {};
  const writes = [...made, ...wanted].map(({ write }) => write);
  const { left, versions, byOwner, isComplete } = await writePlain(ctx, own, writes);
  // The record was checked in this transaction just before, so only a concurrent write can cause this, and another try
  // will see it.
  if (!isComplete) throw new Error(`A ${kind.words[0]} was changed while it was imported`);
  await tellWritten(ctx, own, writes);
  touched(ctx, ...kind.lists);
  const madeFor = Map.groupBy(made, ({ forID }) => forID);
  const othersFor = Map.groupBy(others, ({ forID }) => forID);
  return wanted.map(({ key, write: { id, values, before } }) => {
    const partIDs = byOwner.get(id) ?? [];
    const ownMade = (madeFor.get(id) ?? []).map(({ write }) => ({ id: write.id, name: labelOf(own, write.values) }));
    const ownOthers = othersFor.get(id) ?? [];
    return {
      key,
      recordID: id,
      undo: {
        label: labelOf(own, values),
        ...(before ? { before: { values: before.values, parts: before.parts } } : {}),
        ...(partIDs.length ? { partIDs } : {}),
        ...(ownMade.length ? { made: ownMade } : {}),
        ...(ownOthers.length ? { others: ownOthers.map((other) => other.id) } : {}),
      },
      versions: {
        [id]: { found: before?.version ?? null, left: left.get(id) ?? 1 },
        ...Object.fromEntries(partIDs.map((part) => [part, versions.get(part) ?? { found: null, left: 1 }])),
        ...Object.fromEntries(ownMade.map((other) => [other.id, { found: null, left: 1 }])),
        ...Object.fromEntries(ownOthers.map((other) => [other.id, { found: other.found, left: other.left }])),
      },
    };
  });
}

/** A record as rows of its kind, or as one row with the cells of its fields. */
const exportedPlain = <Known>(kind: PlainImport<Known>, record: PlainRecord): ExportedRow[] =>
  kind.exported?.(record) ?? [
    {
      fields: Object.fromEntries(
        kind.fields
          .filter(({ name, isCompleted }) => !isCompleted && record.values[name] !== undefined)
          .map(({ name }) => [name, cellText(record.values[name])]),
      ),
    },
  ];

/**
 * The import of a plain kind of record. Records are created, or changed if the key exists, in a fixed number of
 * statements per chunk, with the history, events and search documents of single changes.
 */
export function plainImporter<Known>(kind: PlainImport<Known>): ImportDefinition<PlainData | null> {
  const { name, title, description, recordType, domain, keys, within, isGrouped } = kind;
  return {
    name,
    title,
    description,
    recordType,
    permission: `${domain}:create`,
    keys,
    ...(within ? { within } : {}),
    ...(isGrouped ? { isGrouped } : {}),
    fields: kind.fields,
    check: (ctx, records) => check(ctx, kind, records),
    apply: (ctx, records) =>
      apply(
        ctx,
        kind,
        records.flatMap((record) => (record.data ? [{ ...record, data: record.data }] : [])),
      ),
    exported: async (ctx, items) => {
      const stored = await plainRecordsByID(
        ctx,
        kind,
        items.map(({ id }) => id),
      );
      return items.flatMap(({ id }) => stored.get(id) ?? []).flatMap((record) => exportedPlain(kind, record));
    },
    undo: {
      refusals: (ctx, rows, set) => plainRefusals(ctx, kind, rows, set),
      apply: (ctx, rows) => undoPlain(ctx, kind, rows),
    },
  };
}
