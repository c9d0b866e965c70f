import type { RecordType } from '../contracts/records/record.ts';
import { type SearchHit, searchRecords } from '../contracts/work/search.contract.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { RecordStanding } from '../kernel/plugin/plugin.ts';
import { type Route, route } from '../kernel/route.ts';
import { labelIfVisible, type RecordRegistry, readableTypes, recordPath } from '../records/record-registry.ts';
import { type FoundRecord, findRecords, titlesOf } from './search.ts';

const defaultTake = 20;
/** Texts on records are looked for where few records match. */
const mostOnRecords = 5;

/** Records with exactly this text as number. */
async function exactHits(
  ctx: AccountContext,
  records: RecordRegistry,
  types: readonly RecordType[],
  number: string,
): Promise<FoundRecord[]> {
  const scope = ctx.customerID === undefined ? {} : { customerID: ctx.customerID };
  const found: { type: string; id: string; label: string }[] = [];
  for (const { type } of types)
    for (const hit of (await records.source(type)?.findByNumber?.(ctx, number, scope)) ?? [])
      found.push({ type, ...hit });
  const titles = await titlesOf(
    ctx,
    found.map(({ id }) => id),
  );
  return found.map(({ type, id, label }) => ({
    type,
    id,
    title: titles.get(id)?.title ?? label,
    subtitle: titles.get(id)?.subtitle ?? '',
  }));
}

/** Status and total of the documents among the hits. */
async function standingsOf(
  ctx: AccountContext,
  records: RecordRegistry,
  hits: readonly FoundRecord[],
): Promise<ReadonlyMap<string, RecordStanding>> {
  if (ctx.customerID !== undefined) return new Map();
  const byType = Map.groupBy(hits, ({ type }) => type);
  const standings = new Map<string, RecordStanding>();
  for (const [type, found] of byType) {
    const ids = found.map(({ id }) => id);
    for (const [id, standing] of (await records.source(type)?.standing?.(ctx, ids)) ?? []) standings.set(id, standing);
  }
  return standings;
}

/** Finds texts that hang on records, such as comments, under their records: those that the caller may see. */
type FindOnRecords = (
  ctx: AccountContext,
  records: RecordRegistry,
  query: string,
  take: number,
) => Promise<Omit<SearchHit, 'isExact' | keyof RecordStanding>[]>;

async function search(
  ctx: AccountContext,
  records: RecordRegistry,
  findOnRecords: FindOnRecords,
  {
    query,
    types: wanted,
    take = defaultTake,
  }: { query: string; types?: string[] | undefined; take?: number | undefined },
): Promise<SearchHit[]> {
  const types = readableTypes(ctx, records).filter(({ type }) => !wanted || wanted.includes(type));
  const exact = await exactHits(ctx, records, types, query);
  const rest = await findRecords(
    ctx,
    types.map(({ type }) => type),
    query,
    take,
  );
  const hits: Omit<SearchHit, keyof RecordStanding>[] = [];
  const seen = new Set<string>();
  for (const hit of [...exact, ...rest]) {
    if (hits.length === take) break;
    const type = records.type(hit.type);
    if (!type || seen.has(hit.id)) continue;
    // Search documents do not contain the rights of portal customers, so the records themselves decide.
    if (ctx.customerID !== undefined && (await labelIfVisible(ctx, records, hit.type, hit.id)) === undefined) continue;
    seen.add(hit.id);
    hits.push({
      ...hit,
      label: type.label,
      path: recordPath(ctx, type, hit.id),
      isExact: exact.some(({ id }) => id === hit.id),
    });
  }
  const standings = await standingsOf(ctx, records, hits);
  const onRecords = wanted ? [] : await findOnRecords(ctx, records, query, Math.min(take - hits.length, mostOnRecords));
  return [
    ...hits.map((hit) => ({ ...hit, status: null, total: null, ...standings.get(hit.id) })),
    ...onRecords.map((hit) => ({ ...hit, isExact: false, status: null, total: null })),
  ];
}

/** The route of the palette. */
export const searchRoutes = (records: RecordRegistry, findOnRecords: FindOnRecords): Route[] => [
  route(searchRecords, async (ctx, { query }) => ({ items: await search(ctx, records, findOnRecords, query) })),
];
