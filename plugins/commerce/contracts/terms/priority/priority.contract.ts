import { endpoint, idOf, listOf, listQuery, namedRecord, referencedKind } from '@millwright/core/contracts';
import { z } from 'zod';

/** Codes of priorities, the least urgent first (spec commerce section 9). */
export const priorityCodes = ['low', 'normal', 'high'] as const;
export type PriorityCode = (typeof priorityCodes)[number];

/** Id of a priority in requests. */
export const priorityReference = idOf('pri', 'Priority is required');

/** Reference to priorities. */
export const priorityKind = referencedKind({
  type: 'priority',
  noun: 'priority',
  id: priorityReference,
  shown: namedRecord.extend({ code: z.enum(priorityCodes) }),
  by: ['name', 'code'],
});

/** A priority; read only, because every account has the same three. */
export const priority = z.object({
  /** `pri_...` */
  id: z.string(),
  code: z.enum(priorityCodes),
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
