import { endpoint, idOf, listOf, listQuery, namedCode, namedRecord, referencedKind } from '@millwright/core/contracts';
import { z } from 'zod';

/** Codes of priorities with names, the least urgent first (spec commerce section 9). */
const priorityNames = { low: 'Low', normal: 'Normal', high: 'High' } as const;
export type PriorityCode = keyof typeof priorityNames;
export const priorityCode = namedCode(priorityNames);

/** Id of a priority in requests. */
export const priorityReference = idOf('pri', 'Priority is required');

/** Reference to priorities. */
export const priorityKind = referencedKind({
  type: 'priority',
  noun: 'priority',
  id: priorityReference,
  shown: namedRecord.extend({ code: priorityCode }),
  by: ['name', 'code'],
});

/** A priority; read only, because every account has the same three. */
export const priority = z.object({
  /** `pri_...` */
  id: z.string(),
  code: priorityCode,
  name: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Priority = z.output<typeof priority>;

const noSecret = 'Low, normal and high are no secret; forms of several domains need them';

/** Priorities, the least urgent first. */
export const listPriorities = endpoint({
  name: 'listPriorities',
  method: 'GET',
  path: '/v1/priorities',
  signedIn: noSecret,
  summary: 'Lists priorities.',
  query: listQuery({ sortBy: ['code', 'name'] }),
  reply: listOf(priority),
});

/** One priority. */
export const getPriority = endpoint({
  name: 'getPriority',
  method: 'GET',
  path: '/v1/priorities/{priorityID}',
  signedIn: noSecret,
  summary: 'Reads a priority.',
  reply: priority,
});
