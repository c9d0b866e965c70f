import {
  booleanText,
  endpoint,
  listOf,
  listQuery,
  namedCode,
  namedCodeView,
  noteText,
  recordShape,
  repeated,
} from '@millwright/core/contracts';
import { z } from 'zod';

/** Kinds of customer requests to the team. */
export const portalRequestKinds = {
  return: 'Return',
  estimate_accepted: 'Estimate accepted',
  estimate_declined: 'Estimate declined',
  payment: 'Payment to look at',
  payment_refused: 'Payment refused',
} as const;
export type PortalRequestKind = keyof typeof portalRequestKinds;

/** A request or message of a customer, open until it is closed by the team. */
export const portalRequest = z.object({
  ...recordShape,
  kind: namedCodeView(portalRequestKinds),
  customer: z.object({ id: z.string(), name: z.string(), number: z.string() }).nullable(),
  order: z.object({ id: z.string(), number: z.string() }).nullable(),
  message: z.string().nullable(),
  /** Goods to return. */
  lines: z.array(z.object({ sku: z.string(), quantity: z.number(), unit: z.string() })),
  askedBy: z.string(),
  isOpen: z.boolean(),
  doneBy: z.string().nullable(),
  doneAt: z.iso.datetime().nullable(),
  answer: z.string().nullable(),
});
export type PortalRequest = z.output<typeof portalRequest>;

/** Requests, the newest first. */
export const listPortalRequests = endpoint({
  name: 'listPortalRequests',
  method: 'GET',
  path: '/v1/portal-requests',
  permission: 'customer_portal:update',
  summary: 'Lists what customers have asked for.',
  query: listQuery({
    sortBy: ['createdAt'],
    filters: { isOpen: booleanText, kinds: repeated(namedCode(portalRequestKinds)) },
  }),
  reply: listOf(portalRequest),
});

/** Closes a request with a note; 409 `portal_request_done` for a closed one. */
export const finishPortalRequest = endpoint({
  name: 'finishPortalRequest',
  method: 'PUT',
  path: '/v1/portal-requests/{portalRequestID}/actions/finish',
  permission: 'customer_portal:update',
  summary: 'Closes a request of a customer.',
  body: z.strictObject({ answer: noteText.nullish(), version: z.int().optional() }),
  reply: portalRequest,
});
