import { type FieldError, problems } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';
import { territoryProblems } from '../../../contracts/index.ts';
import type { Territory } from './territory.entity.ts';

/** Area of a territory. */
export interface Area {
  state: string | null;
  startZipcode: number | null;
  endZipcode: number | null;
  productLineID: string | null;
}

/** An existing territory. */
export interface StoredArea extends Area {
  id: string;
  /** Name of its sales rep. */
  name: string;
  /** Name of the product line. */
  productLine: string | null;
}

const isOfState = ({ state: one }: Area, { state: other }: Area): boolean =>
  one === null || other === null || one.toLowerCase() === other.toLowerCase();

/** Whether neither of two overlapping territories takes precedence by being narrower. */
export function overlaps(one: Area, other: Area): boolean {
  if (one.productLineID !== other.productLineID) return false;
  const [from, to, since, until] = [one.startZipcode, one.endZipcode, other.startZipcode, other.endZipcode];
  if (from === null || to === null || since === null || until === null)
    return from === null && since === null && one.state?.toLowerCase() === other.state?.toLowerCase();
  return to - from === until - since && from <= until && since <= to && isOfState(one, other);
}

/**
 * Locks all territories of the account until the transaction ends, so that overlapping ones cannot be written
 * concurrently.
 */
export async function lockTerritories(ctx: AccountContext): Promise<StoredArea[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commerce.territory ${ctx.account.id}`}, 0))`.execute(
    ctx.em.query(),
  );
  const { rows } = await sql<StoredArea>`select territory.id, rep.name, territory.state,
      territory.start_zipcode as "startZipcode", territory.end_zipcode as "endZipcode",
      territory.product_line_id as "productLineID", line.name as "productLine"
    from commerce.territory territory
    join core.v_members rep on rep.account_id = territory.account_id and rep.id = territory.sales_rep_id
    left join inventory.v_product_lines line
      on line.account_id = territory.account_id and line.id = territory.product_line_id
    where territory.account_id = ${ctx.account.id} order by territory.id`.execute(ctx.em.query());
  return rows;
}

async function faultsOf(ctx: AccountContext, territory: Territory): Promise<FieldError[]> {
  const { startZipcode = null, endZipcode = null, productLineID = null } = territory;
  const { rows } = await sql<{ hasRep: boolean; hasLine: boolean }>`select
      exists (select from core.v_members where account_id = ${ctx.account.id} and id = ${territory.salesRep.id}
        and customer_id is null and removed_at is null) as "hasRep",
      ${productLineID}::text is null or exists (select from inventory.v_product_lines
        where account_id = ${ctx.account.id} and id = ${productLineID}) as "hasLine"`.execute(ctx.em.query());
  const fault = (path: string, message: string): FieldError => ({ path, message });
  return [
    ...(rows[0]?.hasRep ? [] : [fault('salesRepID', 'There is no such person in the team')]),
    ...(rows[0]?.hasLine ? [] : [fault('productLineID', 'There is no such product line')]),
    ...(startZipcode !== null && endZipcode === null ? [fault('endZipcode', 'Is needed with a first ZIP code')] : []),
    ...(startZipcode === null && endZipcode !== null ? [fault('startZipcode', 'Is needed with a last ZIP code')] : []),
    ...(startZipcode !== null && endZipcode !== null && startZipcode > endZipcode
      ? [fault('endZipcode', 'Must not be below the first ZIP code')]
      : []),
  ];
}

/**
 * Refuses an invalid or overlapping territory.
 * @throws Problem 400 naming each field, 409 `territory_overlaps`
 */
export async function refuseTerritory(ctx: AccountContext, territory: Territory): Promise<void> {
  const errors = await faultsOf(ctx, territory);
  if (errors.length) throw problems.invalid_input({ errors });
  const { state = null, startZipcode = null, endZipcode = null, productLineID = null } = territory;
  const area = { state, startZipcode, endZipcode, productLineID };
  const other = (await lockTerritories(ctx)).find((each) => each.id !== territory.id && overlaps(area, each));
  if (other)
    throw territoryProblems.territory_overlaps({
      message: `A territory of ${other.name} is as narrow and overlaps: neither would come first`,
      errors: [{ path: startZipcode === null ? 'state' : 'startZipcode', message: 'Overlaps another territory' }],
      details: { territoryID: other.id },
    });
}
