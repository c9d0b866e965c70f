import type { Context as HonoContext } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Container, ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import { timelineRoutes } from '../../audit/timeline.routes.ts';
import { authRoutes, invitationRoutes, meRoutes, passkeyRoutes, secondFactorRoutes } from '../../auth/auth.routes.ts';
import { WidgetAccess } from '../../auth/keys/widget-access.ts';
import { WidgetSignIns } from '../../auth/keys/widget-sign-in.ts';
import { memberRoutes } from '../../auth/members/member.routes.ts';
import { IdentityProviderService } from '../../auth/providers/identity-provider.ts';
import { OidcClients } from '../../auth/providers/oidc-client.ts';
import { Auth } from '../../auth/sign-in/auth.ts';
import { isTrustedOrigin } from '../../auth/tokens/trusted-origin.ts';
import { bulkWork } from '../../change-sets/bulk/bulk.ts';
import { changeSetRoutes } from '../../change-sets/change-set.routes.ts';
import { ChangeSets } from '../../change-sets/change-sets.service.ts';
import { changeSetAdvanced } from '../../change-sets/run/change-set-event.ts';
import { ChangeSetRegistry } from '../../change-sets/run/change-set-registry.ts';
import { commentNotifications, commentProblems, commentRoutes } from '../../comments/comment.routes.ts';
import { findComments } from '../../comments/comment-search.ts';
import { accountProblems } from '../../contracts/accounts/account.contract.ts';
import { invitationProblems, type RegistrationMode } from '../../contracts/accounts/invitation.contract.ts';
import { memberProblems } from '../../contracts/accounts/member.contract.ts';
import { roleProblems } from '../../contracts/accounts/role.contract.ts';
import { CurrencyUsePort, currencyProblems } from '../../contracts/amounts/currency.ts';
import type { AnyEndpoint } from '../../contracts/endpoints/endpoint.ts';
import { joinProblems, problems } from '../../contracts/endpoints/problem.ts';
import { arithmeticProblems } from '../../contracts/numbers/decimal.ts';
import { coreScreens } from '../../contracts/plugins/core-screens.ts';
import { RegistrationDefaultsPort } from '../../contracts/plugins/registration-defaults-port.ts';
import {
  membersView,
  partiesView,
  partyAddressesView,
  rolesView,
  salesTargetsView,
} from '../../contracts/plugins/views.ts';
import { commentAdded } from '../../contracts/records/comment.contract.ts';
import { apiKeyProblems } from '../../contracts/sign-in/api-key.contract.ts';
import { authProblems } from '../../contracts/sign-in/auth.contract.ts';
import { providerProblems } from '../../contracts/sign-in/identity-provider.contract.ts';
import { passkeyProblems } from '../../contracts/sign-in/passkey.contract.ts';
import { publishableKeyProblems } from '../../contracts/sign-in/publishable-key.contract.ts';
import { secondFactorProblems } from '../../contracts/sign-in/second-factor.contract.ts';
import { placeProblems } from '../../contracts/texts/address.ts';
import { changeSetProblems } from '../../contracts/work/change-set.contract.ts';
import { fileAdded, fileProblems, fileRemoved } from '../../contracts/work/file.contract.ts';
import { importProblems } from '../../contracts/work/import.contract.ts';
import { inboxProblems } from '../../contracts/work/inbox.contract.ts';
import { taskDone, taskOpened, taskProblems } from '../../contracts/work/task.contract.ts';
import { webhookEvents, webhookProblems } from '../../contracts/work/webhook.contract.ts';
import { webhookDeclarations } from '../../contracts/work/webhook.declarations.ts';
import type { Database } from '../../database/database.ts';
import { fileRoutes } from '../../files/file.routes.ts';
import { storageInvariant } from '../../files/file.service.ts';
import { createFileScanner, FileScanner } from '../../files/scanning/file-scanner.ts';
import { filesUnchecked } from '../../files/scanning/scan-files.ts';
import type { RequestRecord } from '../../http/http.ts';
import { type CsvForm, importForm, listName } from '../../imports/delimited/csv.ts';
import { importRoutes } from '../../imports/import.routes.ts';
import { ImportRegistry } from '../../imports/import-registry.ts';
import { Imports } from '../../imports/imports.service.ts';
import { plainImporter } from '../../imports/plain/plain-importer.ts';
import { importWork } from '../../imports/work/import-work.ts';
import { inboxRoutes } from '../../inbox/inbox.routes.ts';
import { Unsubscribing } from '../../inbox/unsubscribe.ts';
import { CredentialVault } from '../../integrations/credential-vault.ts';
import { integrationRoutes } from '../../integrations/integration.routes.ts';
import { IntegrationService } from '../../integrations/integration.service.ts';
import { backgroundJobRoutes } from '../../jobs/background-job.routes.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import type { AccountContext } from '../../kernel/context/context.ts';
import { askNameServers, type DomainTexts } from '../../kernel/context/domain-texts.ts';
import type { Identity } from '../../kernel/context/identity.ts';
import { usualSizes, type WorkSizes } from '../../kernel/context/work-sizes.ts';
import { OutgoingSockets } from '../../kernel/outgoing/guarded-socket.ts';
import { Networks } from '../../kernel/outgoing/network.ts';
import { definePlugin } from '../../kernel/plugin/define-plugin.ts';
import type { AnyPlugin, NumberSeries } from '../../kernel/plugin/plugin.ts';
import type { Services } from '../../kernel/plugin/services.ts';
import type { Route } from '../../kernel/route.ts';
import { permissionRoutes } from '../../keys/permission.routes.ts';
import { mailProblems } from '../../mail/log/email-record.ts';
import { mailRoutes } from '../../mail/mail.routes.ts';
import { emailQueued, emailSent, sendingProblems } from '../../mail/sending/queue-email.ts';
import { UnsubscribeLinks } from '../../mail/sending/unsubscribe-links.ts';
import { coreEmailTemplates } from '../../mail/templates/core-email-templates.ts';
import { EmailTemplates } from '../../mail/templates/email-templates.ts';
import { migrations } from '../../migrations/index.ts';
import { specSeries } from '../../numbering/numbering.ts';
import { sysPropertyRoutes } from '../../numbering/sys-property.routes.ts';
import { corePermissions } from '../../permissions/core-permissions.ts';
import { recordActionRoutes } from '../../records/record-action.routes.ts';
import { type RecordRegistry, recordRegistry } from '../../records/record-registry.ts';
import { requestLogRoutes } from '../../request-log/request-log.routes.ts';
import { RequestLogWriter } from '../../request-log/request-log-writer.ts';
import { searchRoutes } from '../../search/search.routes.ts';
import { savedViewRoutes } from '../../settings/saved-view.routes.ts';
import { countTasksDue } from '../../tasks/record/task.queries.ts';
import { TaskEndPort } from '../../tasks/record/task-end.port.ts';
import { taskLeaving } from '../../tasks/record/task-holder.ts';
import { taskNotifications, taskRecords } from '../../tasks/task.part.ts';
import { taskRoutes } from '../../tasks/team/task.routes.ts';
import { taskEdit } from '../../tasks/team/task-edit.ts';
import { taskImport } from '../../tasks/team/task-import.ts';
import { salesTargetImport } from '../../team/targets/sales-target-import.ts';
import { teamRoutes } from '../../team/team.routes.ts';
import { TeamService } from '../../team/team.ts';
import { tenancyRoutes } from '../../tenancy/tenancy.routes.ts';
import { Tenancy } from '../../tenancy/tenancy.ts';
import { tenancyRecordSources, tenancyRecords } from '../../tenancy/tenancy-records.ts';
import { webhookNotifications } from '../../webhooks/endpoint/endpoint-health.ts';
import { bindWebhooks, webhookEndpointSource, webhookInvariants } from '../../webhooks/webhook.part.ts';
import { webhookRoutes } from '../../webhooks/webhook.routes.ts';
import { webhookDemo } from '../../webhooks/webhook-demo.ts';
import { manifestRoutes } from '../registry/manifest.routes.ts';
import { importsOf, Registry } from '../registry/registry.ts';
import { entities } from './core-entities.ts';
import { coreJobs } from './core-jobs.ts';
import { coreSamples } from './core-samples.ts';
import { type JobOptions, pluginSubscriptions, type Retention, startCoreJobs } from './start-core-jobs.ts';

/**
 * Declarations of core's areas without services: sufficient for the registry, the migrations and the generated tests.
 */
export const corePlugin: AnyPlugin = definePlugin({
  id: 'core',
  isDomain: true,
  title: 'Kernel',
  description: 'Accounts, people, roles, logs and the machinery that every domain stands on.',
  permissions: [...corePermissions, ...(webhookDeclarations.permissions ?? [])],
  problems: joinProblems(
    problems,
    authProblems,
    secondFactorProblems,
    passkeyProblems,
    providerProblems,
    apiKeyProblems,
    publishableKeyProblems,
    arithmeticProblems,
    mailProblems,
    sendingProblems,
    accountProblems,
    currencyProblems,
    memberProblems,
    invitationProblems,
    roleProblems,
    placeProblems,
    changeSetProblems,
    importProblems,
    inboxProblems,
    fileProblems,
    webhookProblems,
    commentProblems,
    taskProblems,
  ),
  consumes: { optional: [RegistrationDefaultsPort] },
  entities,
  migrations,
  views: [membersView, partiesView, partyAddressesView, rolesView, salesTargetsView],
  screens: [...coreScreens, ...webhookDeclarations.screens],
  slots: ['dashboard.cards', 'registration-flow.defaults'],
  events: [
    emailQueued,
    emailSent,
    changeSetAdvanced,
    commentAdded,
    fileAdded,
    fileRemoved,
    filesUnchecked,
    taskOpened,
    taskDone,
    ...webhookEvents,
  ],
  numbering: specSeries,
  records: [...tenancyRecords, ...webhookDeclarations.records, ...taskRecords],
  recordSources: () => [...tenancyRecordSources, webhookEndpointSource],
  imports: (services) => [
    plainImporter(salesTargetImport),
    plainImporter(
      taskImport(
        () => services.get(tokens.records),
        () => services.all(TaskEndPort),
      ),
    ),
  ],
  emails: coreEmailTemplates,
  invariants: webhookInvariants,
  notifications: [...webhookNotifications, ...commentNotifications, ...taskNotifications],
  demo: webhookDemo,
  samples: coreSamples,
  jobs: (services) => coreJobs(() => services.get(tokens.records)),
  changeSets: (services) => [
    bulkWork(
      taskEdit(
        () => services.get(tokens.records),
        () => services.all(TaskEndPort),
      ),
    ),
  ],
});

export interface CoreOptions {
  secret: string;
  environment: 'production' | 'development' | 'test';
  log: Logger;
  clock: Clock;
  baseURL: string;
  smtpUrl?: string;
  /** Scanner of uploads; without it files are not scanned. */
  clamd?: { host: string; port: number } | undefined;
  sessionDays: number;
  registration: RegistrationMode;
  retention: Retention;
  /** Internal networks in which sign-in providers of accounts may be, also over http. */
  providerNetworks?: readonly string[];
  /** Source of TXT records; this machine's name servers by default. */
  domainTexts?: DomainTexts;
  /** Sizes that the installation works with. */
  sizes?: Readonly<WorkSizes>;
}

/** Dependencies of core's services, besides its options. */
export interface CoreGround {
  registry: Registry;
  database: Database;
  tenancy: Tenancy;
}

/** Tokens of core's services that are not classes. */
const tokens = {
  records: Symbol('RecordRegistry') as ServiceIdentifier<RecordRegistry>,
  heard: Symbol('heard events') as ServiceIdentifier<ReadonlySet<string>>,
};

/** Core at run time: the declarations above, with routes that need its services. */
export const coreWith = (options: CoreOptions): AnyPlugin => ({
  ...corePlugin,
  invariants: [...webhookInvariants, storageInvariant((options.sizes ?? usualSizes).storage)],
  routes: (services) => coreRoutes(services, options),
});

/** Binds core's services, each of which is created on first use. */
export function bindCore(container: Container, services: Services, ground: CoreGround, options: CoreOptions): void {
  const { registry, database, tenancy } = ground;
  container.bind(Registry).toConstantValue(registry);
  container.bind(Tenancy).toConstantValue(tenancy);
  container.bind(Auth).toDynamicValue(
    () =>
      new Auth({
        secret: options.secret,
        sessionDays: options.sessionDays,
        registration: options.registration,
        tenancy,
        vault: services.get(CredentialVault),
        clients: services.get(OidcClients),
        refusesDemoPeople: options.environment === 'production',
      }),
  );
  const named = new Networks(options.providerNetworks ?? []);
  container.bind(OidcClients).toDynamicValue(() => new OidcClients(named, options.clock));
  container.bind(FileScanner).toConstantValue(createFileScanner(options.clamd));
  container.bind(OutgoingSockets).toConstantValue(new OutgoingSockets(named));
  container.bind(CredentialVault).toDynamicValue(() => new CredentialVault(options.secret));
  bindWebhooks(container, { registry, named, clock: options.clock });
  container.bind(IntegrationService).toResolvedValue((vault) => new IntegrationService(vault), [CredentialVault]);
  container
    .bind(WidgetSignIns)
    .toResolvedValue((auth) => new WidgetSignIns(auth.secondFactors, options.secret), [Auth]);
  container.bind(WidgetAccess).toDynamicValue(() => new WidgetAccess(tenancy));
  container
    .bind(EmailTemplates)
    .toDynamicValue(
      () => new EmailTemplates(registry.plugins.flatMap(({ definition }) => [...(definition.emails ?? [])])),
    );
  container.bind(tokens.records).toDynamicValue(() =>
    recordRegistry(
      registry.plugins.map(({ definition }) => ({
        pluginID: definition.id,
        types: definition.records ?? [],
        sources: definition.recordSources?.(services) ?? [],
      })),
    ),
  );
  container.bind(ImportRegistry).toDynamicValue(() => new ImportRegistry(importsOf(registry, services)));
  container
    .bind(ChangeSetRegistry)
    .toResolvedValue(
      (imports) =>
        new ChangeSetRegistry([
          ...registry.plugins.flatMap(({ definition }) =>
            (definition.changeSets?.(services) ?? []).map((work) => ({ pluginID: definition.id, work })),
          ),
          ...imports.kinds.map(({ pluginID, definition }) => ({ pluginID, work: importWork(definition) })),
        ]),
      [ImportRegistry],
    );
  container
    .bind(ChangeSets)
    .toResolvedValue((works, records) => new ChangeSets(works, records), [ChangeSetRegistry, tokens.records]);
  // Endpoints of plugins that import rows use the imports.
  container.bind(Imports).toResolvedValue((kinds, sets) => new Imports(kinds, sets), [ImportRegistry, ChangeSets]);
  container
    .bind(tokens.heard)
    .toDynamicValue(
      () =>
        new Set([
          emailQueued.type,
          filesUnchecked.type,
          changeSetAdvanced.type,
          ...pluginSubscriptions(registry, services).map(({ subscription }) => subscription.event.type),
        ]),
    );
  container.bind(RequestLogWriter).toDynamicValue(() => new RequestLogWriter({ database, log: options.log }));
}

function coreRoutes(services: Services, options: CoreOptions): Route[] {
  const registry = services.get(Registry);
  const tenancy = services.get(Tenancy);
  const auth = services.get(Auth);
  const records = services.get(tokens.records);
  const team = new TeamService(registry, taskLeaving);
  const series: NumberSeries[] = registry.plugins.flatMap(({ definition }) => [...(definition.numbering ?? [])]);
  return [
    ...manifestRoutes({ registry, imports: services.get(ImportRegistry), environment: options.environment }),
    ...authRoutes(auth),
    ...meRoutes(auth),
    ...secondFactorRoutes(auth),
    ...passkeyRoutes(auth),
    ...invitationRoutes(auth),
    ...permissionRoutes(registry, taskLeaving),
    ...tenancyRoutes({
      tenancy,
      registrationDefaults: services.find(RegistrationDefaultsPort),
      currencyUses: services.all(CurrencyUsePort),
      scanner: services.get(FileScanner),
    }),
    ...teamRoutes(team),
    ...memberRoutes({
      tenancy,
      team,
      sessions: auth.sessions,
      identityProviders: new IdentityProviderService({
        tenancy,
        factors: auth.secondFactors,
        texts: options.domainTexts ?? askNameServers,
        vault: services.get(CredentialVault),
        clients: services.get(OidcClients),
      }),
    }),
    ...timelineRoutes(records),
    ...commentRoutes(records),
    ...taskRoutes(records, services.all(TaskEndPort)),
    ...sysPropertyRoutes(series),
    ...searchRoutes(records, findComments),
    ...fileRoutes(records, services.get(FileScanner)),
    ...inboxRoutes(
      records,
      (ctx) => countTasksDue(ctx, records),
      new Unsubscribing(registry, new UnsubscribeLinks(options)),
    ),
    ...savedViewRoutes(),
    ...integrationRoutes(services.get(IntegrationService)),
    ...webhookRoutes(services),
    ...recordActionRoutes(records),
    ...mailRoutes(
      () =>
        records.types.flatMap((record) => {
          const source = records.source(record.type);
          return source ? [{ pluginID: records.owner(record.type) ?? 'core', record, source }] : [];
        }),
      () => services.get(EmailTemplates),
      options.environment !== 'production',
    ),
    ...requestLogRoutes,
    ...backgroundJobRoutes(tenancy.database.urls.job),
    ...changeSetRoutes(services.get(ChangeSets)),
    ...importRoutes(services.get(Imports)),
  ];
}

/** Core's parts that the kernel and its tests use. */
export interface CoreParts {
  auth: Auth;
  emails: EmailTemplates;
  records: RecordRegistry;
  changeSets: ChangeSets;
  /** The CSV format of a list whose records an import reads; see `importForm`. */
  importForm(ctx: AccountContext, endpoint: AnyEndpoint): CsvForm | undefined;
  /** `address`: the address of the caller; see `clientAddress`. */
  authenticate(c: HonoContext, address: string): Promise<Identity | undefined>;
  checkOrigin(c: HonoContext): void;
  /** Access control of widgets by publishable key. */
  widgets: WidgetAccess;
  currentAccount(userID: string): Promise<string | undefined>;
  recordRequest(entry: RequestRecord): void;
  startJobs(jobUrl: string, options?: JobOptions): Promise<Jobs>;
  close(): Promise<void>;
}

/** Whether an installed plugin subscribes to events of this type. */
export const isHeard = (services: Services, eventType: string): boolean => services.get(tokens.heard).has(eventType);

/** Core's services for the kernel. */
export function coreParts(services: Services, options: CoreOptions): CoreParts {
  const tenancy = services.get(Tenancy);
  const auth = services.get(Auth);
  const importKinds = services.get(ImportRegistry);
  const writer = services.get(RequestLogWriter);
  return {
    auth,
    emails: services.get(EmailTemplates),
    records: services.get(tokens.records),
    changeSets: services.get(ChangeSets),
    widgets: services.get(WidgetAccess),
    importForm(ctx, endpoint) {
      const kind = importKinds.exporting(ctx, listName(endpoint));
      return kind && importForm(kind.fields, (items) => kind.exported(ctx, items));
    },
    async authenticate(c, address) {
      const keyID = c.req.header('x-api-key');
      if (keyID !== undefined) {
        const identity = await auth.authenticateKey(keyID, c.req.header('x-auth-secret') ?? '', address);
        if (!identity) throw problems.unauthenticated({ message: 'The API key or its secret is wrong' });
        return identity;
      }
      const prefix = tenancy.baseURL.startsWith('https:') ? '__Host-' : '';
      return auth.authenticate({ get: (name) => getCookie(c, `${prefix}${name}`) });
    },
    checkOrigin(c) {
      const trusted = isTrustedOrigin({
        origin: c.req.header('origin'),
        fetchSite: c.req.header('sec-fetch-site'),
        host: c.req.header('host'),
        trustedOrigins: [tenancy.baseURL],
      });
      if (!trusted) throw problems.csrf_refused();
    },
    currentAccount: (userID) => auth.currentAccountID(userID),
    recordRequest: (entry) => writer.record(entry),
    startJobs: (jobUrl, jobOptions) => startCoreJobs(services, options, jobUrl, jobOptions),
    close: () => writer.close(),
  };
}
