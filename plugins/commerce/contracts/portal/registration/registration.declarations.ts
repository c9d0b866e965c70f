import {
  definePermissions,
  defineProblems,
  defineRecords,
  defineScreenList,
  defineWidgets,
} from '@millwright/core/contracts';

/** Permissions for registration requests. */
export const registrationPermissions = definePermissions([
  {
    code: 'registration_requests',
    name: 'Registrations',
    group: 'customer portals',
    description: 'Requests of new customers that wait for a decision.',
    defaults: { user: 'crud', sales_rep: 'r' },
  },
]);

export const registrationRecordTypes = defineRecords([
  {
    type: 'registration_request',
    prefix: 'rgr',
    label: 'Registration',
    permission: 'registration_requests:read',
    path: '/dashboard/registrations/{id}',
  },
]);

export const registrationScreens = defineScreenList([
  {
    name: 'registrations',
    path: '/dashboard/registrations',
    title: 'Registrations',
    needs: ['registration_requests:read'],
    nav: {
      section: 'Sell',
      order: 25,
      icon: 'user',
      count: { list: 'listRegistrationRequests', path: '/v1/registration-requests', query: { status: 'waiting' } },
    },
  },
  {
    name: 'registration',
    path: '/dashboard/registrations/:registrationRequestID',
    title: 'Registration',
    needs: ['registration_requests:read'],
  },
]);

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
