import { listName } from '../../../imports/delimited/csv.ts';
import type { ImportDefinition, ListedRecord, ParsedRow } from '../../../imports/import-definition.ts';
import { ImportRegistry } from '../../../imports/import-registry.ts';
import type { AccountContext } from '../../../kernel/context/context.ts';
import type { PreparedState } from '../../../kernel/plugin/forbidden-state.ts';
import { tableNamed } from '../../calls/id-fields.ts';
import type { PopulatedKernel } from '../../kernel/populated-kernel.ts';

type Fields = Record<string, string | boolean | null>;

/** A record of a file, as `check` receives it. */
interface FileRecord {
  key: string;
  rows: ParsedRow[];
}

/** All kinds of imports. */
export const importKindsOf = ({ services }: Pick<PopulatedKernel, 'services'>): ImportDefinition[] =>
  services.get(ImportRegistry).kinds.map(({ definition }) => definition);

const asCell = (value: string | number | boolean | null): string | boolean | null =>
  typeof value === 'number' ? String(value) : value;

/** Rows of the state's own records, if their list can be exported. */
async function ownRows(kernel: PopulatedKernel, definition: ImportDefinition, ids: readonly string[]) {
  const list = kernel.routes.find(
    ({ route: { endpoint } }) =>
      endpoint.name.startsWith('list') && !endpoint.path.includes('{') && listName(endpoint) === definition.name,
  );
  if (!list || !definition.exported) return [];
  const admin = await kernel.a.as('admin');
  const found: ListedRecord[] = [];
  for (let skip = 0; ; ) {
    const page = await admin.fetch(`${list.route.endpoint.path}?take=500&skip=${skip}`);
    const { items = [] } = (await page.json()) as { items?: ListedRecord[] };
    found.push(...items.filter(({ id }) => ids.includes(id)));
    skip += items.length;
    if (items.length < 500 || found.length >= ids.length) break;
  }
  if (!found.length) return [];
  const rows = await kernel.a.run(async (ctx: AccountContext) => definition.exported?.(ctx, found) ?? []);
  return rows.map(
    ({ fields }): Fields => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asCell(value)])),
  );
}

/**
 * Import files about a state, one record each: its own records unchanged, with larger numbers, and with its words; also
 * a row of only words and examples if a field has the name of a word.
 */
export async function filesOf(
  kernel: PopulatedKernel,
  definition: ImportDefinition,
  { ids, words = {} }: PreparedState,
): Promise<FileRecord[][]> {
  const table = tableNamed(definition.recordType, Object.keys(ids));
  const own = table ? await ownRows(kernel, definition, ids[table] ?? []) : [];
  // A field with choices accepts only its own words.
  const named = definition.fields.filter(
    ({ name, choices }) => words[name] !== undefined && (!choices?.length || choices.includes(String(words[name]))),
  );
  const larger = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const kind = definition.fields.find((field) => field.name === name)?.kind;
        const isNumber = (kind === 'decimal' || kind === 'integer') && value !== null && value !== '';
        return [name, isNumber ? String(Number(value) + 7) : value];
      }),
    );
  const worded = named.map(({ name }) => own.map((fields) => ({ ...fields, [name]: String(words[name]) })));
  const example = (): Fields =>
    Object.fromEntries(
      definition.fields.flatMap(({ name, isRequired, example: value }) =>
        named.some((field) => field.name === name)
          ? [[name, String(words[name])]]
          : isRequired
            ? [[name, value ?? '']]
            : [],
      ),
    );
  const tables = [...(own.length ? [own, own.map(larger), ...worded] : []), ...(named.length ? [[example()]] : [])];
  return tables.map((rows) => recordsOf(definition, rows));
}

function recordsOf(definition: ImportDefinition, rows: readonly Fields[]): FileRecord[] {
  const keyOf = (fields: Fields): string =>
    String(definition.keys.map((name) => fields[name]).find((value) => typeof value === 'string' && value) ?? '');
  const parsed = rows.map((fields, index): ParsedRow => ({ row: index + 1, key: keyOf(fields), fields, errors: [] }));
  return [...Map.groupBy(parsed, ({ key }) => key)].map(([key, own]) => ({ key, rows: own }));
}

/** Imports the records of a file that are not refused; returns the reasons of the others. */
export async function takeFile(
  ctx: AccountContext,
  definition: ImportDefinition,
  records: readonly FileRecord[],
): Promise<string[]> {
  const choices = { onExisting: 'update', createReferences: new Set<string>(), replaceLines: true } as const;
  const verdicts = await definition.check(ctx, records, choices);
  const refused = verdicts.filter(({ effect }) => effect === 'error');
  const taken = verdicts.flatMap((verdict) => {
    const record = records.find(({ key }) => key === verdict.key);
    return record && (verdict.effect === 'create' || verdict.effect === 'update')
      ? [{ ...verdict, rows: record.rows }]
      : [];
  });
  if (taken.length) await definition.apply(ctx, taken, choices);
  return refused.flatMap(({ errors }) => errors.map(({ message }) => message)).slice(0, 3);
}
