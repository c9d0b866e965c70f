import { contribution, definePart, reactEmail, route, TaskEndPort } from '@millwright/core/server';
import { finishPortalRequest, listPortalRequests } from '../../../contracts/index.ts';
import { PortalRequest } from '../../document/portal-request/portal-request.entity.ts';
import { PortalRequestTasks, portalRequestInvariants } from '../../document/portal-request/portal-request-tasks.ts';
import { findPortalRequests, finishRequest } from './portal-request.service.ts';
import type { PortalRequestProps } from './portal-request-email.tsx';

/** `commerce.portal-request`: for the sales rep. */
const portalRequestEmail = reactEmail<PortalRequestProps>({
  name: 'commerce.portal-request',
  subject: ({ kind, orderNumber }) => `${kind}${orderNumber ? `: order ${orderNumber}` : ''}`,
  load: async () => (await import('./portal-request-email.tsx')).PortalRequestEmail,
  sample: {
    kind: 'Return',
    askedBy: 'Robin Hale',
    orderNumber: '1042',
    message: 'Two pairs are torn.',
    link: 'https://example.com/dashboard/portal-requests',
  },
});

/** Requests of customers to the team. */
export const portalRequestPart = definePart({
  entities: [PortalRequest],
  invariants: portalRequestInvariants,
  contributes: () => [contribution(TaskEndPort, new PortalRequestTasks())],
  emails: [portalRequestEmail],
  routes: () => [
    route(listPortalRequests, (ctx, { query }) => findPortalRequests(ctx, query)),
    route(finishPortalRequest, (ctx, { params, body }) => finishRequest(ctx, params.portalRequestID, body)),
  ],
  samples: [
    {
      table: 'commerce.portal_request',
      row: (ids) => ({
        kind: 'return',
        customer_id: ids('commerce.customer'),
        lines: '[]',
        message: 'Canary {label}',
        asked_by: 'Person {label}',
      }),
    },
  ],
});
