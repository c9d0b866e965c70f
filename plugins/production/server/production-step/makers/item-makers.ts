import { ItemMakerPort } from '@millwright/commerce/contracts';
import type { PortContext } from '@millwright/core/contracts';
import { type AccountContext, sql } from '@millwright/core/server';

interface MakerRow {
  itemID: string;
  id: string;
  name: string;
}

/** Departments by the machines and the stations of the items' steps. */
async function makers(
  ctx: AccountContext,
  { itemIDs, departmentIDs }: { itemIDs?: readonly string[]; departmentIDs?: readonly string[] },
): Promise<MakerRow[]> {
  const { rows } = await sql<MakerRow>`select distinct step.item_id as "itemID", department.id, department.name
    from production.production_step step
    cross join lateral (
      select machine.department_id as id from production.step_machine done
        join inventory.v_machines machine on machine.account_id = done.account_id and machine.id = done.machine_id
        where done.account_id = step.account_id and done.step_id = step.id
      union select station.department_id from production.station_step done
        join production.scanning_station station on station.account_id = done.account_id
          and station.id = done.station_id
        where done.account_id = step.account_id and done.step_id = step.id) place
    join inventory.v_departments department on department.account_id = step.account_id and department.id = place.id
    where step.account_id = ${ctx.account.id}
      and (${itemIDs ?? null}::text[] is null or step.item_id = any(${itemIDs ?? null}::text[]))
      and (${departmentIDs ?? null}::text[] is null or department.id = any(${departmentIDs ?? null}::text[]))
    order by department.name, department.id`.execute(ctx.em.query());
  return rows;
}

/** Departments that make a short item, for picking. */
export class ItemMakersOfSteps extends ItemMakerPort {
  async makersOf(ctx: PortContext, itemIDs: readonly string[]) {
    const rows = await makers(ctx as AccountContext, { itemIDs });
    const found = new Map<string, { id: string; name: string }[]>();
    for (const { itemID, id, name } of rows) found.set(itemID, [...(found.get(itemID) ?? []), { id, name }]);
    return found;
  }

  async itemsOf(ctx: PortContext, departmentIDs: readonly string[]): Promise<string[]> {
    const rows = await makers(ctx as AccountContext, { departmentIDs });
    return [...new Set(rows.map(({ itemID }) => itemID))];
  }
}
