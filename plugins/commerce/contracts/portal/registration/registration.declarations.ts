import { defineProblems, defineWidgets, recordDeclarations } from '@millwright/core/contracts';
import { registrations } from './registration.contract.ts';

/** Permissions, record type and screens of registrations. */
export const registrationDeclarations = recordDeclarations(registrations, {
  rights: {
    group: 'customer portals',
    description: 'Requests of new customers that wait for a decision.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
  nav: {
    section: 'Sell',
    order: 25,
    icon: 'user',
    count: { list: 'listRegistrationRequests', path: '/v1/registration-requests', query: { status: 'waiting' } },
  },
  hasForm: false,
});

export const registrationProblems = defineProblems({
  registration_code_invalid: { status: 400, message: 'This code is not valid, or not any more' },
  registration_decided: { status: 409, message: 'This request was decided already' },
});

/** Widget for the registration of customers on the account's own site. */
export const registrationWidgets = defineWidgets([
  {
    name: 'register',
    title: 'Registration',
    description: 'Visitors ask to become customers, or to join a customer, and prove their address with a mailed code.',
  },
]);
