import { confirmCustomerRegistration, registerCustomer } from '@millwright/core/contracts';
import { clientNetwork, inAccountOfSlug, personRoute, type Route, route, widgetRoute } from '@millwright/core/server';
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
import { findRegistrations, registrationByID } from './registration.queries.ts';
import { mostCodeTries, type RegistrationService } from './registration.service.ts';
import type { RegistrationQueue } from './registration-decision.ts';

const codeInvalid = () =>
  registrationProblems.registration_code_invalid({
    errors: [{ path: 'code', message: registrationProblems.declarations.registration_code_invalid.message }],
  });
const customers = 'A registration may name a customer, and may become one';

export const registrationRoutes = (service: RegistrationService, queue: RegistrationQueue): Route[] => [
  personRoute(
    registerCustomer,
    (ctx, { body: { accountSlug, ...asked } }) =>
      inAccountOfSlug(ctx, accountSlug, (inner) => service.ask(inner, clientNetwork(ctx.client.ip), asked)),
    { acts: 'open', repeat: 'runs' },
  ),
  personRoute(
    confirmCustomerRegistration,
    async (ctx, { body: { accountSlug, ...proof } }) => {
      // The try counts also where it is refused: the inner transaction has committed.
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
  widgetRoute(
    confirmRegistrationInWidget,
    async (ctx, { body }) => {
      const outcome = await service.confirm(ctx, body);
      if (!outcome) throw codeInvalid();
      return outcome;
    },
    {
      customers,
      repeat: 'runs',
      // A refusal takes the count of tries back with it, so the door counts.
      limits: ({ body }) => [
        {
          name: 'registration.code',
          points: mostCodeTries,
          seconds: 3_600,
          subject: body.registrationID,
          counts: 'failures',
        },
      ],
    },
  ),
  route(listRegistrationRequests, (ctx, { query }) => findRegistrations(ctx, query)),
  route(getRegistrationRequest, (ctx, { params }) => registrationByID(ctx, params.registrationRequestID)),
  route(approveRegistration, (ctx, { params, body }) => queue.approve(ctx, params.registrationRequestID, body)),
  route(declineRegistration, (ctx, { params, body }) => queue.decline(ctx, params.registrationRequestID, body)),
  route(mergeRegistration, (ctx, { params, body }) => queue.merge(ctx, params.registrationRequestID, body)),
];
