import { problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import {
  type LabelType,
  type ScanMatch,
  type StorageLocationType,
  storageLocationTypes,
} from '../../../contracts/index.ts';
import type { LabelContent } from './label-layout.ts';

/** Full names of the places of these ids, from the root on: 'Tool Crib / A / 1'. */
const paths = (accountID: string, ids: readonly string[]) => sql`
  with recursive step as (
    select location.id, location.parent_id, location.name as path
    from inventory.storage_location location
    where location.account_id = ${accountID} and location.id = any(${ids}::text[])
    union all
    select step.id, parent.parent_id, parent.name || ' / ' || step.path
    from step join inventory.storage_location parent on parent.account_id = ${accountID} and parent.id = step.parent_id
  ) select id, path from step where parent_id is null`;

// Signs beyond ASCII are escaped: a template that holds one takes two bytes a letter in memory, with its whole bundle.
const statements: Record<
  LabelType,
  (accountID: string, ids: readonly string[]) => ReturnType<typeof sql<LabelContent>>
> = {
  item: (accountID, ids) => sql<LabelContent>`select item.id, item.sku as title,
        concat_ws(' \u00b7 ', nullif(item.description, ''), unit.name) as detail, item.sku as code
      from inventory.item item
      join inventory.unit_conversion conversion
        on conversion.account_id = item.account_id and conversion.id = item.default_conversion_id
      join inventory.unit unit on unit.account_id = conversion.account_id and unit.id = conversion.unit_id
      where item.account_id = ${accountID} and item.id = any(${ids}::text[])`,
  location: (accountID, ids) => sql<LabelContent>`select location.id, location.name as title, path.path as detail,
        location.id as code
      from inventory.storage_location location join (${paths(accountID, ids)}) path on path.id = location.id
      where location.account_id = ${accountID}`,
  lot: (accountID, ids) => sql<LabelContent>`select lot.id, lot.lot_number as title,
        item.sku || coalesce(' \u00b7 expires ' || lot.expires_on::text, '') as detail, lot.id as code
      from inventory.lot lot join inventory.item item on item.account_id = lot.account_id and item.id = lot.item_id
      where lot.account_id = ${accountID} and lot.id = any(${ids}::text[])`,
};

/**
 * Label contents of these records, in their order.
 * @throws 404 for an unknown record
 */
export async function labelContents(
  ctx: AccountContext,
  type: LabelType,
  ids: readonly string[],
): Promise<LabelContent[]> {
  const { rows } = await statements[type](ctx.account.id, ids).execute(ctx.em.query());
  const byID = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const found = byID.get(id);
    if (!found) throw problems.not_found();
    return found;
  });
}

const mostMatches = 20;

/** All records that a scanned text identifies exactly; case matters, except for SKUs. */
export async function scanMatches(ctx: AccountContext, text: string): Promise<ScanMatch[]> {
  const names = text.split(' / ');
  const last = names.at(-1) as string;
  const { rows } = await sql<ScanMatch>`
    select 'item' as type, id, sku as label, description as detail, id as "itemID", 1 as rank
    from inventory.item where account_id = ${ctx.account.id} and sku in (${text}, ${text.toUpperCase()})
    union all
    select 'item', id, sku, description, id, 2 from inventory.item
    where account_id = ${ctx.account.id} and (id = ${text} or manufacturer_part_number = ${text})
      and sku not in (${text}, ${text.toUpperCase()})
    union all
    select 'location', id, name, type, null, 3 from inventory.storage_location
    where account_id = ${ctx.account.id} and (id = ${text} or name in (${text}, ${last}))
    union all
    select 'lot', lot.id, lot.lot_number, item.sku, lot.item_id, 4 from inventory.lot lot
    join inventory.item item on item.account_id = lot.account_id and item.id = lot.item_id
    where lot.account_id = ${ctx.account.id}
      and (lot.id = ${text} or lot.lot_number in (${text}, ${text.padStart(6, '0')}))
    order by rank, label, id limit ${mostMatches}`.execute(ctx.em.query());
  const places = rows.filter(({ type }) => type === 'location').map(({ id }) => id);
  if (places.length === 0) return rows.map(matchOf);
  const found = await paths(ctx.account.id, places).execute(ctx.em.query());
  const pathOf = new Map((found.rows as { id: string; path: string }[]).map(({ id, path }) => [id, path]));
  return rows
    .map((row) =>
      row.type === 'location'
        ? {
            ...row,
            label: pathOf.get(row.id) ?? row.label,
            detail: storageLocationTypes[row.detail as StorageLocationType],
          }
        : row,
    )
    .filter((row) => row.type !== 'location' || row.id === text || names.length === 1 || row.label === text)
    .map(matchOf);
}

const matchOf = ({ type, id, label, detail, itemID }: ScanMatch): ScanMatch => ({ type, id, label, detail, itemID });
