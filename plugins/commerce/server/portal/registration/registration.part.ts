import { definePart, service } from '@millwright/core/server';
import { registrationDeclarations, registrationProblems, registrationWidgets } from '../../../contracts/index.ts';
import { CustomerService } from '../../parties/customer/customer.service.ts';
import { RegistrationReferences } from '../registration-flow/registration-references.ts';
import { registrationRoutes } from './registration.routes.ts';
import { RegistrationService } from './registration.service.ts';
import { RegistrationQueue } from './registration-decision.ts';
import { createDemoRegistrations } from './registration-demo.ts';
import { registrationEmails } from './registration-emails.ts';
import { RegistrationRequest } from './registration-request.entity.ts';

/** Self-registration of customers, and the queue in which the team decides. */
export const registrationPart = definePart({
  ...registrationDeclarations,
  problems: registrationProblems,
  widgets: registrationWidgets,
  entities: [RegistrationRequest],
  services: [
    service(RegistrationReferences),
    service(RegistrationService, CustomerService, RegistrationReferences),
    service(RegistrationQueue, CustomerService),
  ],
  routes: (services) => registrationRoutes(services.get(RegistrationService), services.get(RegistrationQueue)),
  recordSources: () => [
    {
      type: 'registration_request',
      label: async (ctx, id) => (await ctx.em.get(RegistrationRequest, id)).name,
    },
  ],
  emails: registrationEmails,
  demo: (ctx) => createDemoRegistrations(ctx),
  samples: [
    {
      table: 'commerce.registration_request',
      row: {
        status: 'waiting',
        is_existing_customer: false,
        name: 'Company {label}',
        contact_name: 'Person {label}',
        email: 'canary-registration-{label}@sample.test',
        is_let_in_at_once: false,
        code_expires_at: new Date('2026-01-15T12:00:00Z'),
        proven_at: new Date('2026-01-15T12:00:00Z'),
      },
    },
  ],
});
