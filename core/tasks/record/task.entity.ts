import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { TaskStatus } from '../../contracts/work/task.contract.ts';
import { belongsTo, column, tenantColumns, tenantTable } from '../../database/tenant-entity.ts';
import { Role } from '../../permissions/role.entity.ts';
import { Member } from '../../tenancy/access/member.entity.ts';
import { taskIs } from './task-is.ts';

const isOpen = taskIs.open('status').toString();

/**
 * A task of the team. It hangs on its record by type and id, like the history, so that it is there again when a
 * deletion is undone.
 */
export const TeamTask = defineEntity({
  ...tenantTable('core', 'task', {
    isClosedToCustomers: true,
    jobColumns: {
      select: ['account_id', 'status', 'due_on', 'is_reminded'],
      update: [],
      why: 'one look finds the accounts with tasks that are due',
    },
  }),
  name: 'TeamTask',
  properties: {
    ...tenantColumns(),
    title: column.text(),
    note: column.text().default(''),
    status: column.id().$type<TaskStatus>().default('open'),
    /** Code of the reason for which the platform opened it; null for a task of a person. */
    kind: column.id().nullable(),
    recordType: column.id().nullable(),
    recordID: column.id().nullable(),
    /** Name of the record when the task was opened. */
    recordLabel: column.text().nullable(),
    assignee: () => belongsTo(Member, 'assignee_id').nullable(),
    role: () => belongsTo(Role, 'role_id').nullable(),
    dueOn: column.date().nullable(),
    /** True once the reminder of its day is out. */
    isReminded: column.boolean().default(false),
    origin: column.id().$type<'inside' | 'outside'>().default('inside'),
    createdBy: column.text().default(''),
    doneBy: column.text().nullable(),
    doneAt: column.timestamp().nullable(),
  },
  uniques: [
    {
      name: 'task_once',
      properties: ['accountID', 'kind', 'recordType', 'recordID'],
      where: `${isOpen} and kind is not null`,
    },
  ],
  indexes: [
    { properties: ['accountID', 'recordType', 'recordID'] },
    { properties: ['accountID', 'assignee', 'status', 'dueOn'] },
    { properties: ['accountID', 'role', 'status', 'dueOn'] },
    { name: 'task_reminder', properties: ['accountID', 'dueOn'], where: `${isOpen} and not is_reminded` },
  ],
  checks: [
    { name: 'task_status', expression: taskIs.check() },
    { name: 'task_record', expression: '(record_type is null) = (record_id is null)' },
    { name: 'task_kind', expression: 'kind is null or record_id is not null' },
    { name: 'task_of_one', expression: 'assignee_id is null or role_id is null' },
    { name: 'task_done', expression: `(done_at is null) = (${isOpen})` },
  ],
});
export type TeamTask = InferEntity<typeof TeamTask>;
