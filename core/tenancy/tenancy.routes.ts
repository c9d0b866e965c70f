import {
  accountStatuses,
  getAccount,
  getAccountBySlug,
  getAccountPhoto,
  getAccountStatus,
  listAccountStatuses,
  setAccountPhoto,
  updateAccount,
} from '../contracts/accounts/account.contract.ts';
import {
  createRegistrationFlow,
  deleteRegistrationFlow,
  getRegistrationFlow,
  getRegistrationFlowBySlug,
  listRegistrationFlows,
  previewRegistrationFlow,
  updateRegistrationFlow,
} from '../contracts/accounts/registration-flow.contract.ts';
import type { CurrencyUsePort } from '../contracts/amounts/currency.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { RegistrationDefaultsPort } from '../contracts/plugins/registration-defaults-port.ts';
import { getSecurityPolicy, updateSecurityPolicy } from '../contracts/sign-in/security.contract.ts';
import type { FileScanner } from '../files/scanning/file-scanner.ts';
import { outsideRoute, personRoute, type Route, route } from '../kernel/route.ts';
import { changePolicy, readPolicy } from './access/sign-in/sign-in-policy.ts';
import { changeAccount, inAccountOfSlug, publicProfile, readAccount, readLogo, setLogo } from './accounts/account.ts';
import { partyRoutes } from './parties/party.routes.ts';
import { activeFlow, publicFlow, RegistrationFlowService } from './registration-flow.ts';
import type { Tenancy } from './tenancy.ts';

/** Accounts, their addresses, child accounts, requirements for signing in, and registration flows. */
export function tenancyRoutes(parts: {
  tenancy: Tenancy;
  registrationDefaults: RegistrationDefaultsPort | undefined;
  currencyUses: readonly CurrencyUsePort[];
  scanner: FileScanner;
}): Route[] {
  const flows = new RegistrationFlowService(parts.registrationDefaults);
  return [
    route(getAccount, (ctx, { params }) => readAccount(ctx, params.accountID)),
    route(updateAccount, (ctx, { params, body }) =>
      changeAccount(
        ctx,
        { registry: parts.tenancy.registry, currencyUses: parts.currencyUses },
        params.accountID,
        body,
      ),
    ),
    outsideRoute(setAccountPhoto, (ctx, { params, body }) => setLogo(ctx, parts.scanner, params.accountID, body)),
    personRoute(
      getAccountBySlug,
      (ctx, { params }) =>
        inAccountOfSlug(ctx, params.slug, (inner) => publicProfile(inner, parts.registrationDefaults)),
      { acts: 'open' },
    ),
    personRoute(getAccountPhoto, (ctx, { params }) => inAccountOfSlug(ctx, params.slug, readLogo), { acts: 'open' }),
    route(listAccountStatuses, async () => ({ items: [...accountStatuses], count: accountStatuses.length })),
    route(getAccountStatus, async (_ctx, { params }) => {
      const status = accountStatuses.find(({ id }) => id === params.accountStatusID);
      if (!status) throw problems.not_found();
      return status;
    }),
    ...partyRoutes(),
    route(getSecurityPolicy, (ctx) => readPolicy(ctx)),
    route(updateSecurityPolicy, (ctx, { body }) => changePolicy(ctx, body)),
    route(listRegistrationFlows, (ctx, { query }) => flows.page(ctx, query)),
    route(createRegistrationFlow, (ctx, { body }) => flows.create(ctx, body)),
    personRoute(
      getRegistrationFlowBySlug,
      (ctx, { params }) =>
        inAccountOfSlug(ctx, params.slug, async (inner) => {
          const flow = await activeFlow(inner);
          if (!flow) throw problems.not_found();
          return publicFlow(inner, flow, parts.registrationDefaults);
        }),
      { acts: 'open' },
    ),
    route(getRegistrationFlow, (ctx, { params }) => flows.read(ctx, params.registrationFlowID)),
    route(previewRegistrationFlow, (ctx, { params }) => flows.preview(ctx, params.registrationFlowID)),
    route(updateRegistrationFlow, (ctx, { params, body }) => flows.update(ctx, params.registrationFlowID, body)),
    route(deleteRegistrationFlow, (ctx, { params }) => flows.remove(ctx, params.registrationFlowID)),
  ];
}
