import type { RoleType } from '../contracts/plugins/permission.ts';
import { addDays } from '../contracts/texts/date.ts';
import { newID } from '../contracts/texts/id.ts';
import { sql } from '../database/tenant-entity-manager.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import { todayOf } from '../kernel/context/today.ts';
import { Role } from '../permissions/role.entity.ts';
import { Member } from '../tenancy/access/member.entity.ts';
import { tellOpened } from './record/create-task.ts';
import { TeamTask } from './record/task.entity.ts';

interface DemoTask {
  title: string;
  note?: string;
  /** Record type; null for a task without a record. */
  on: string | null;
  /** Type of the role of the person who has it; null for the team. */
  of: RoleType | null;
  /** True where everyone with the role has it. */
  isOfRole?: boolean;
  /** Days from today; null without a day. */
  due: number | null;
}

/** Nine tasks, two of them overdue. */
const demoTasks: readonly DemoTask[] = [
  { title: 'Ask for the signed order', on: 'sales_order', of: 'sales_rep', due: -3 },
  {
    title: 'Confirm the new delivery date',
    note: 'They need it before the fair.',
    on: 'sales_order',
    of: 'user',
    due: -1,
  },
  { title: 'Call about the price list for spring', on: 'customer', of: 'sales_rep', due: 0 },
  { title: 'Check the pack size with the supplier', on: 'product', of: 'user', due: 0 },
  { title: 'Chase the order confirmation', on: 'purchase_order', of: 'user', due: 1 },
  { title: 'Remind of the open invoice', on: 'invoice', of: 'admin', due: 2 },
  { title: 'Count this again before the weekend', on: 'product', of: 'scanner', isOfRole: true, due: 4 },
  { title: 'Send samples of the new yarn', on: 'customer', of: null, due: 6 },
  { title: 'Prepare the stocktaking', on: null, of: 'admin', due: null },
];

interface Found {
  id: string;
  title: string;
}

/** The newest records of a type that can be searched. */
async function recordsOf(ctx: AccountContext, type: string): Promise<Found[]> {
  const { rows } = await sql<Found>`select document.id, document.title from core.search_document document
    where document.account_id = ${ctx.account.id} and document.record_type = ${type}
    order by document.id desc limit ${demoTasks.length}`.execute(ctx.em.query());
  return rows;
}

/** Opens the tasks of a demo account on records of its plugins. */
export async function openDemoTasks(ctx: AccountContext): Promise<void> {
  const today = todayOf(ctx);
  const members = await ctx.em.find(Member, { accountID: ctx.account.id, removedAt: null }, { populate: ['role'] });
  const left = new Map<string, Found[]>();
  for (const { title, note = '', on, of, isOfRole = false, due } of demoTasks) {
    if (on !== null && !left.has(on)) left.set(on, await recordsOf(ctx, on));
    const found = on === null ? undefined : left.get(on)?.shift();
    const member = members.find(({ role }) => role.type === of);
    const record = on !== null && found ? { type: on, id: found.id } : null;
    const assigneeID = member && !isOfRole ? member.id : null;
    const task = ctx.em.create(TeamTask, {
      id: newID('tsk'),
      title,
      note,
      status: 'open',
      recordType: record?.type ?? null,
      recordID: record?.id ?? null,
      recordLabel: found?.title ?? null,
      assignee: assigneeID === null ? null : ctx.em.reference(Member, assigneeID),
      role: member && isOfRole ? ctx.em.reference(Role, member.role.id) : null,
      dueOn: due === null ? null : addDays(today, due),
      isReminded: due !== null && due < 0,
      origin: 'inside',
      createdBy: ctx.actor.name,
    });
    tellOpened(ctx, {
      id: task.id,
      title,
      kind: null,
      assigneeID,
      dueOn: task.dueOn ?? null,
      record,
    });
  }
  await ctx.em.flush();
}
