import { confirmCustomerRegistration, registerCustomer } from '@millwright/core/contracts';
import {
  clientNetwork,
  inAccountOfSlug,
  personRoute,
  personWidgetRoute,
  provenAddress,
  type Route,
  route,
  widgetRoute,
} from '@millwright/core/server';
import {
  approveRegistration,
  confirmRegistrationInWidget,
  declineRegistration,
  getRegistrationInWidget,
  getRegistrationRequest,
  listRegistrationRequests,
  mergeRegistration,
  registerCustomerInWidget,
  registrationProblems,
} from '../../../contracts/index.ts';
import { registrationByID, registrationView } from './registration.queries.ts';
import type { RegistrationService } from './registration.service.ts';
import type { RegistrationQueue } from './registration-decision.ts';

const codeInvalid = () =>
  registrationProblems.registration_code_invalid({
    errors: [{ path: 'code', message: registrationProblems.declarations.registration_code_invalid.message }],
  });
const customers = 'A registration may name a customer, and may become one';

export const registrationRoutes = (service: RegistrationService, queue: RegistrationQueue): Route[] => [
  personRoute(
    registerCustomer,
    async (ctx, { body: { accountSlug, ...registration } }) => {
      const proven = await provenAddress(ctx);
      return inAccountOfSlug(ctx, accountSlug, (inner) =>
        service.ask(inner, clientNetwork(ctx.client.ip), registration, proven),
      );
    },
    { acts: 'open', repeat: 'runs' },
  ),
  personRoute(
    confirmCustomerRegistration,
    async (ctx, { body: { accountSlug, ...proof } }) => {
      // The attempt counts even if it is refused, because the inner transaction has already committed.
      const outcome = await inAccountOfSlug(ctx, accountSlug, (inner) => service.confirm(inner, proof));
      if (!outcome) throw codeInvalid();
      return outcome;
    },
    { acts: 'open', repeat: 'runs' },
  ),
  widgetRoute(getRegistrationInWidget, (ctx) => service.shown(ctx), {
    customers: 'What a flow offers are groups and terms of customers',
  }),
  widgetRoute(registerCustomerInWidget, (ctx, { body }) => service.ask(ctx, clientNetwork(ctx.client.ip), body), {
    customers,
    repeat: 'runs',
  }),
  personWidgetRoute(confirmRegistrationInWidget, async (ctx, { body }, { accountID }) => {
    // The attempt counts even if it is refused, because the inner transaction has already committed.
    const outcome = await ctx.inAccount(accountID, (inner) => service.confirm(inner, body));
    if (!outcome) throw codeInvalid();
    return outcome;
  }),
  route(listRegistrationRequests, (ctx, { query }) => registrationView.find(ctx, query)),
  route(getRegistrationRequest, (ctx, { params }) => registrationByID(ctx, params.registrationRequestID)),
  route(approveRegistration, (ctx, { params, body }) => queue.approve(ctx, params.registrationRequestID, body)),
  route(declineRegistration, (ctx, { params, body }) => queue.decline(ctx, params.registrationRequestID, body)),
  route(mergeRegistration, (ctx, { params, body }) => queue.merge(ctx, params.registrationRequestID, body)),
];
