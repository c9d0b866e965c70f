import { setImmediate } from 'node:timers/promises';
import type { ChangeSets } from '../change-sets/change-sets.service.ts';
import type { NewRow } from '../change-sets/rows/change-set-row.queries.ts';
import type { EndpointRequest } from '../contracts/endpoints/endpoint.ts';
import { largestTake } from '../contracts/endpoints/list-query.ts';
import { type FieldError, problems } from '../contracts/endpoints/problem.ts';
import type { ChangeSet, ChangeSetRow } from '../contracts/work/change-set.contract.ts';
import type {
  createImport,
  ImportSet,
  ImportType,
  updateImport,
  updateImportRow,
} from '../contracts/work/import.contract.ts';
import type { AccountContext, OutsideContext, Rights } from '../kernel/context/context.ts';
import { mappingFacts } from './cells/mapping-facts.ts';
import { matchHeadings } from './cells/match-headings.ts';
import { rememberedMapping, signatureOf } from './cells/remembered-mapping.ts';
import { isUnconfirmed } from './cells/unimported-money.ts';
import { csvCell } from './delimited/csv.ts';
import { Import, type StoredColumn } from './import.entity.ts';
import type { ImportDefinition } from './import-definition.ts';
import { type ImportRegistry, importTypeOf, takesDefault } from './import-registry.ts';
import { arrayTable } from './tables/array-table.ts';
import { storable } from './tables/excerpt.ts';
import { isExtraField, stagedCellOf, withExtraColumns } from './tables/extra-columns.ts';
import { joinedTable } from './tables/joined-table.ts';
import { openTable } from './tables/open-table.ts';
import type { SourceTable } from './tables/source-table.ts';
import { TableStaging } from './tables/stage-table.ts';
import { unreadable } from './tables/unreadable.ts';
import { renameCells } from './work/import-rows.queries.ts';
import { type ImportWorkOptions, importAction, keyOf, lineFault, unmappedCell } from './work/import-work.ts';
import { foundStyle, sharedStyles } from './xlsx/found-style.ts';

type Options = ImportSet['options'];
type Nullable<T> = { [Name in keyof T]?: T[Name] | null | undefined };

/** Options of a new import before its rows are checked. */
interface NewImport {
  type: string;
  fileName: string;
  fileSize: number;
  options?: Partial<Options> | undefined;
  /** True if a person will see the remembered mapping before it is applied. */
  prefersRemembered?: boolean | undefined;
  /** True if unmapped columns are known to be irrelevant. */
  isConfirmed?: boolean | undefined;
}

const invalid = (path: string, message: string): Error => problems.invalid_input({ errors: [{ path, message }] });

const workOptions = (
  definition: ImportDefinition,
  columns: readonly StoredColumn[],
  { onExisting, createReferences, defaults, ...reading }: Options,
): ImportWorkOptions => {
  const mapped = columns.flatMap(({ field, styles }) =>
    field === null || isExtraField(definition, field) ? [] : [{ field, styles }],
  );
  const extras = columns
    .filter(({ field }) => isExtraField(definition, field))
    .map((column) => ({ cell: stagedCellOf(definition, column), heading: column.heading }));
  return {
    ...(extras.length ? { extras } : {}),
    ...(defaults ? { defaults } : {}),
    ...reading,
    onExisting,
    createReferences: [...createReferences],
    mapped: mapped.map(({ field }) => field),
    styles: sharedStyles(definition, mapped),
  };
};

/** Runs each step of staging in a transaction of its own, or all in the caller's open one. */
type InTransaction = <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>;

/** Imports: files that become change sets. */
export class Imports {
  readonly #types: ImportRegistry;
  readonly #sets: ChangeSets;

  constructor(types: ImportRegistry, sets: ChangeSets) {
    this.#types = types;
    this.#sets = sets;
  }

  /** Kinds of import that the caller may run. */
  types(ctx: AccountContext): ImportType[] {
    return this.#types.permittedTypes(ctx).map(importTypeOf);
  }

  /** A CSV with every field as a heading and one line of examples. */
  template(ctx: AccountContext, type: string): { bytes: string; contentType: string; filename: string } {
    const definition = this.#types.permitted(ctx, type);
    const { name } = definition;
    // The extra field has no heading of its own.
    const fields = definition.fields.filter((field) => !isExtraField(definition, field.name));
    const lines = [fields.map(({ label }) => csvCell(label)), fields.map(({ example = '' }) => csvCell(example))];
    // Spreadsheets read UTF-8 only with the byte order mark.
    const bytes = `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`;
    return { bytes, contentType: 'text/csv; charset=utf-8', filename: `${name}.csv` };
  }

  /** Checks the right to run this kind of import. @throws Problem 403, 404 */
  admit(rights: Rights, type: string): void {
    this.#types.permitted(rights, type);
  }

  /**
   * Stages and checks an uploaded file batch by batch, each in a transaction of its own, so that a large file holds no
   * connection and no locks while it is read.
   * @throws Problem 400 `file_unreadable`, after which nothing is left of it
   */
  async create(
    ctx: OutsideContext,
    { type, fileName, ...query }: EndpointRequest<typeof createImport>['query'],
    bytes: Uint8Array,
  ): Promise<ImportSet> {
    this.admit(ctx, type);
    const { dateOrder, decimal, preferRemembered: prefersRemembered, linesFrom, linesName, on, ...choices } = query;
    const first = await openTable(linesFrom === undefined ? bytes : bytes.subarray(0, linesFrom), choices);
    const lines =
      linesFrom === undefined
        ? undefined
        : joinedTable(first, await openTable(bytes.subarray(linesFrom), choices), {
            on,
            names: [fileName, linesName ?? 'the file of lines'],
          });
    return this.#stage(ctx.inTransaction, lines ?? first, {
      type,
      fileName: linesName ? `${fileName} with ${linesName}` : fileName,
      fileSize: bytes.byteLength,
      options: { dateOrder, decimal },
      prefersRemembered,
    });
  }

  /**
   * Imports up to 2,000 rows given as JSON objects, whose property names are headings. They are staged, checked and
   * written in this call, without rows with errors. The import is a normal change set.
   */
  async run(
    ctx: AccountContext,
    rows: readonly Readonly<Record<string, unknown>>[],
    parts: { type: string; title: string; options?: Partial<Options> },
  ): Promise<{ set: ChangeSet; rows: ChangeSetRow[]; warnings: string[] }> {
    const { id, warnings } = await this.#stage((work) => work(ctx), arrayTable(rows), {
      type: parts.type,
      fileName: parts.title,
      fileSize: 0,
      options: parts.options,
      // A program cannot be asked for confirmation, and its developer knows the names of the fields.
      isConfirmed: true,
    });
    const set = await this.#sets.apply(ctx, id, { skipErrors: true });
    const written: ChangeSetRow[] = [];
    for (let skip = 0; skip < set.rowCount; skip += largestTake)
      written.push(...(await this.#sets.listRows(ctx, id, { take: largestTake, skip })).items);
    return { set, rows: written, warnings };
  }

  /**
   * Imports a file of up to 2,000 rows: stages, checks and writes it in this call.
   * @throws Problem if a row has an error
   */
  async runFile(
    ctx: AccountContext,
    query: EndpointRequest<typeof createImport>['query'],
    bytes: Uint8Array,
  ): Promise<ChangeSet> {
    const { type, fileName, ...choices } = query;
    const parts = { type, fileName, fileSize: bytes.byteLength };
    const { id } = await this.#stage((work) => work(ctx), await openTable(bytes, choices), parts);
    return this.#sets.apply(ctx, id);
  }

  async read(ctx: AccountContext, importID: string): Promise<ImportSet> {
    const { entity, definition } = await this.#held(ctx, importID);
    return this.#view(ctx, entity, definition, await this.#sets.read(ctx, importID));
  }

  /** Changes mapping and options, and checks the rows again. */
  async update(
    ctx: AccountContext,
    importID: string,
    body: EndpointRequest<typeof updateImport>['body'],
  ): Promise<ImportSet> {
    const { entity, definition } = await this.#held(ctx, importID);
    const set = await this.#sets.read(ctx, importID);
    if (body.version !== undefined && body.version !== set.version)
      throw problems.stale_version({ details: { version: set.version, expected: body.version } });
    const chosen = body.columns?.length ? remapped(definition, entity.columns, body.columns) : entity.columns;
    const options: Options = {
      onExisting: body.onExisting ?? entity.options.onExisting,
      createReferences: body.createReferences
        ? creatable(definition, body.createReferences)
        : entity.options.createReferences,
      ...withDefaults(definition, body.defaults ?? entity.options.defaults),
      ...readingOptions({ ...entity.options, ...body }),
    };
    const createsExtras = (names: readonly string[]): boolean => names.some((name) => isExtraField(definition, name));
    // Newly permitted by this change: missing names in extra columns may now be created.
    const columns =
      createsExtras(options.createReferences) && !createsExtras(entity.options.createReferences)
        ? await withExtraColumns(ctx, definition, chosen, { mayCreate: true })
        : chosen;
    // Refuses sets that are running or written, and locks others.
    await this.#sets.setOptions(ctx, importID, workOptions(definition, columns, options));
    if (columns !== entity.columns) {
      const names: Record<string, string> = {};
      for (const [at, column] of columns.entries()) {
        const before = stagedCellOf(definition, entity.columns[at] ?? { index: column.index, field: null });
        if (before !== stagedCellOf(definition, column)) names[before] = stagedCellOf(definition, column);
      }
      if (Object.keys(names).length) await renameCells(ctx, importID, names, definition);
    }
    ctx.em.assign(entity, { columns, options });
    await ctx.em.flush();
    return this.#view(ctx, entity, definition, await this.#sets.check(ctx, importID));
  }

  /** Corrects cells of a row or leaves it out, and checks it again. */
  async updateRow(
    ctx: AccountContext,
    importID: string,
    row: string,
    { values, isSkipped }: EndpointRequest<typeof updateImportRow>['body'],
  ): Promise<{ import: ImportSet; row: ChangeSetRow }> {
    const { entity, definition } = await this.#held(ctx, importID);
    if (!/^[1-9]\d{0,8}$/.test(row)) throw problems.not_found();
    const number = Number(row);
    const change: { key?: string; values?: Record<string, string>; isExcluded?: boolean } = {};
    if (isSkipped !== undefined) change.isExcluded = isSkipped;
    if (values) {
      const known = new Set([
        ...definition.fields.map(({ name }) => name),
        ...entity.columns.map(({ index }) => unmappedCell(index)),
      ]);
      const unknown = Object.keys(values).filter((name) => !known.has(name));
      if (unknown.length)
        throw problems.invalid_input({
          errors: unknown.map(
            (name): FieldError => ({ path: `values.${name}`, message: 'This import has no such field' }),
          ),
        });
      const { [lineFault]: _, ...before } = (await this.#sets.readRow(ctx, importID, number)).values;
      const after = Object.entries({ ...before, ...values }).map(
        ([name, value]) => [name, storable(value.trim())] as const,
      );
      change.values = Object.fromEntries(after.filter(([, value]) => value !== ''));
      change.key = keyOf(definition, change.values);
    }
    const revised = await this.#sets.reviseRow(ctx, importID, number, change);
    return { import: this.#view(ctx, entity, definition, revised.set), row: revised.row };
  }

  async #stage(inTransaction: InTransaction, table: SourceTable, parts: NewImport): Promise<ImportSet> {
    const signature = signatureOf(table.headings);
    const { definition, remembered, setID, batchRows } = await inTransaction(async (ctx) => {
      const definition = this.#types.permitted(ctx, parts.type);
      const remembered = (await rememberedMapping(ctx, definition.name, signature))?.fields;
      const action = importAction(definition.name);
      const { id } = await this.#sets.stage(ctx, { action, title: `Import of ${parts.fileName}` });
      return { definition, remembered, setID: id, batchRows: ctx.sizes.batchRows };
    });
    const matched = matchHeadings(table.headings, definition.fields, {
      remembered,
      prefersRemembered: parts.prefersRemembered,
      extraField: definition.extras?.field,
    });
    const staging = new TableStaging(table, definition, matched);
    try {
      if ((await this.#addRows(inTransaction, setID, staging.batches(batchRows))) === 0)
        throw unreadable('It has no rows below its headings');
      return await inTransaction((ctx) =>
        this.#checkStaged(ctx, { setID, definition, table, staging, signature, parts }),
      );
    } catch (error) {
      // In a single transaction the rollback removes the set, and this statement may fail.
      await inTransaction((ctx) => this.#sets.discard(ctx, setID)).catch(() => undefined);
      throw error;
    }
  }

  async #addRows(inTransaction: InTransaction, setID: string, batches: Iterable<readonly NewRow[]>): Promise<number> {
    let count = 0;
    let sent = Promise.resolve(0);
    for (const batch of batches) {
      // One batch is being sent while the next one is read; more would only use memory.
      count += await sent;
      sent = inTransaction((ctx) => this.#sets.addRows(ctx, setID, [batch]));
      sent.catch(() => {});
      await setImmediate();
    }
    return count + (await sent);
  }

  /** Determines the mapping of the completely staged rows and checks them. */
  async #checkStaged(
    ctx: AccountContext,
    staged: {
      setID: string;
      definition: ImportDefinition;
      table: SourceTable;
      staging: TableStaging;
      signature: string;
      parts: NewImport;
    },
  ): Promise<ImportSet> {
    const { setID, definition, table, staging, signature, parts } = staged;
    const options: Options = {
      onExisting: parts.options?.onExisting ?? 'update',
      createReferences: creatable(definition, parts.options?.createReferences ?? []),
      ...withDefaults(definition, parts.options?.defaults),
      ...readingOptions(parts.options ?? {}),
    };
    const found = await withExtraColumns(ctx, definition, staging.columns(), {
      mayCreate: options.createReferences.some((name) => isExtraField(definition, name)),
    });
    const columns = parts.isConfirmed ? found.map(leftOut) : found;
    await this.#sets.setOptions(ctx, setID, workOptions(definition, columns, options));
    const entity = ctx.em.create(Import, {
      id: setID,
      type: definition.name,
      fileName: parts.fileName,
      fileSize: parts.fileSize,
      format: table.format,
      columns,
      options,
      warnings: table.warnings(),
      signature,
    });
    await ctx.em.flush();
    return this.#view(ctx, entity, definition, await this.#sets.check(ctx, setID));
  }

  async #held(ctx: AccountContext, importID: string): Promise<{ entity: Import; definition: ImportDefinition }> {
    const entity = (await ctx.em.get(Import, importID)) as Import;
    return { entity, definition: this.#types.permitted(ctx, entity.type) };
  }

  #view(ctx: AccountContext, entity: Import, definition: ImportDefinition, set: ChangeSet): ImportSet {
    const { type, fileName, fileSize, format, columns, options, warnings } = entity;
    return {
      ...set,
      type,
      fileName,
      fileSize,
      format: { ...format, ...foundStyle(ctx, definition, columns, options) },
      columns: columns.map(({ styles: _, ...column }) => ({
        ...column,
        ...(isUnconfirmed(column) ? { isUnconfirmed: true } : {}),
      })),
      options,
      warnings: [...warnings, ...mappingFacts(definition, columns)],
    };
  }
}

/** The columns after a change of the mapping. A field given to another column is taken from the previous one. */
function remapped(
  definition: ImportDefinition,
  columns: readonly StoredColumn[],
  changes: readonly { index: number; field: string | null }[],
): StoredColumn[] {
  const fields = new Set(definition.fields.map(({ name }) => name));
  const wanted = new Map<number, string | null>();
  const taken = new Set<string>();
  for (const [position, { index, field }] of changes.entries()) {
    if (!columns.some((column) => column.index === index))
      throw invalid(`columns.${position}.index`, 'The file has no such column');
    if (wanted.has(index)) throw invalid(`columns.${position}.index`, 'This column is listed twice');
    if (field !== null && !fields.has(field))
      throw invalid(`columns.${position}.field`, 'This import has no such field');
    if (field !== null && taken.has(field) && !isExtraField(definition, field))
      throw invalid(`columns.${position}.field`, 'A field is filled by one column only');
    wanted.set(index, field);
    if (field !== null) taken.add(field);
  }
  return columns.map((column) => {
    const field = wanted.has(column.index)
      ? (wanted.get(column.index) ?? null)
      : column.field !== null && taken.has(column.field) && !isExtraField(definition, column.field)
        ? null
        : column.field;
    if (field === column.field) return wanted.has(column.index) ? { ...column, matchedBy: 'chosen' } : column;
    // A column whose field was given to another one counts as undecided.
    return { ...column, field, matchedBy: field === null && !wanted.has(column.index) ? null : 'chosen' };
  });
}

/** A column without a field, marked as left out on purpose. */
const leftOut = (column: StoredColumn): StoredColumn =>
  column.field === null ? { ...column, matchedBy: 'chosen' } : column;

/** The given options for reading cells. */
const readingOptions = ({
  round,
  replaceLines,
  dateOrder,
  decimal,
}: Nullable<Options>): Pick<Options, 'round' | 'replaceLines' | 'dateOrder' | 'decimal'> => ({
  ...(round ? { round } : {}),
  ...(replaceLines ? { replaceLines } : {}),
  ...(dateOrder ? { dateOrder } : {}),
  ...(decimal ? { decimal } : {}),
});

function withDefaults(
  definition: ImportDefinition,
  defaults: Readonly<Record<string, string>> | undefined,
): Pick<Options, 'defaults'> {
  if (!defaults || Object.keys(defaults).length === 0) return {};
  for (const name of Object.keys(defaults))
    if (!takesDefault(definition, name) || !definition.fields.some((field) => field.name === name))
      throw invalid(`defaults.${name}`, 'No value can be given for all rows here');
  return { defaults: { ...defaults } };
}

function creatable(definition: ImportDefinition, names: readonly string[]): string[] {
  for (const [index, name] of names.entries())
    if (!definition.fields.some((field) => field.name === name && field.reference?.canCreate))
      throw invalid(`createReferences.${index}`, 'Nothing can be created through this field');
  return [...new Set(names)];
}
