import type { Context as HonoContext } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Logger } from 'pino';
import { timelineRoutes } from '../audit/timeline.routes.ts';
import { alarmOperators } from '../auth/alarm-operators.ts';
import { authRoutes, invitationRoutes, meRoutes } from '../auth/auth.routes.ts';
import { Auth } from '../auth/auth.ts';
import { pruneSignIns, sweepLimits } from '../auth/prune-sign-ins.ts';
import { isTrustedOrigin } from '../auth/trusted-origin.ts';
import { WidgetDoor } from '../auth/widget-door.ts';
import { changeSetRoutes } from '../change-sets/change-set.routes.ts';
import { changeSetAdvanced } from '../change-sets/change-set-event.ts';
import { ChangeSetRegistry } from '../change-sets/change-set-registry.ts';
import { ChangeSetRunner } from '../change-sets/change-set-runner.ts';
import { ChangeSets } from '../change-sets/change-sets.service.ts';
import { pruneChangeSets } from '../change-sets/prune-change-sets.ts';
import { accountProblems } from '../contracts/account.contract.ts';
import { placeProblems } from '../contracts/address.ts';
import { authProblems } from '../contracts/auth.contract.ts';
import { changeSetProblems } from '../contracts/change-set.contract.ts';
import { coreScreens } from '../contracts/core-screens.ts';
import { arithmeticProblems } from '../contracts/decimal.ts';
import type { AnyEndpoint } from '../contracts/endpoint.ts';
import { importProblems } from '../contracts/import.contract.ts';
import { invitationProblems, type RegistrationMode } from '../contracts/invitation.contract.ts';
import { memberProblems } from '../contracts/member.contract.ts';
import { joinProblems, problems } from '../contracts/problem.ts';
import { publishableKeyProblems } from '../contracts/publishable-key.contract.ts';
import { RegistrationDefaultsPort } from '../contracts/registration-defaults-port.ts';
import { roleProblems } from '../contracts/role.contract.ts';
import { membersView, partiesView, partyAddressesView, rolesView } from '../contracts/views.ts';
import type { Database } from '../database/database.ts';
import type { OwnedSubscription } from '../events/event-registry.ts';
import type { RunInAccount } from '../events/handle-event.ts';
import { fileRoutes } from '../files/file.routes.ts';
import { importRoutes } from '../imports/import.routes.ts';
import { ImportRegistry } from '../imports/import-registry.ts';
import { importWork } from '../imports/import-work.ts';
import { Imports } from '../imports/imports.service.ts';
import { integrationRoutes } from '../integrations/integration.routes.ts';
import { accountsWith } from '../jobs/accounts-with.ts';
import { backgroundJobRoutes } from '../jobs/background-job.routes.ts';
import { describeJob } from '../jobs/dead-letters.ts';
import { type JobDependencies, type Jobs, startJobs } from '../jobs/jobs.ts';
import { coreEmailTemplates } from '../mail/core-email-templates.ts';
import { mailProblems } from '../mail/email-record.ts';
import { EmailTemplates } from '../mail/email-templates.ts';
import { mailRoutes } from '../mail/mail.routes.ts';
import { createMailTransport, type MailTransport } from '../mail/mail-transport.ts';
import { emailQueued, emailSent, sendingProblems } from '../mail/queue-email.ts';
import { emailSubscription, PersonMailSender } from '../mail/send-email.ts';
import { migrations } from '../migrations/index.ts';
import { specSeries } from '../numbering/numbering.ts';
import { sysPropertyRoutes } from '../numbering/sys-property.routes.ts';
import { corePermissions } from '../permissions/core-permissions.ts';
import { permissionRoutes } from '../permissions/permission.routes.ts';
import { recordActionRoutes } from '../records/record-action.routes.ts';
import { type RecordRegistry, recordRegistry } from '../records/record-registry.ts';
import { pruneRequestLog } from '../request-log/request-log.queries.ts';
import { requestLogRoutes } from '../request-log/request-log.routes.ts';
import { RequestLogWriter } from '../request-log/request-log-writer.ts';
import { searchRoutes } from '../search/search.routes.ts';
import { savedViewRoutes } from '../settings/saved-view.routes.ts';
import { runInAccount } from '../tenancy/account-transaction.ts';
import { pruneSlugs } from '../tenancy/slugs.ts';
import { tenancyRoutes } from '../tenancy/tenancy.routes.ts';
import type { Tenancy } from '../tenancy/tenancy.ts';
import { tenancyRecordSources, tenancyRecords } from '../tenancy/tenancy-records.ts';
import type { Clock } from './clock.ts';
import type { AccountContext } from './context.ts';
import { entities } from './core-entities.ts';
import { coreSamples } from './core-samples.ts';
import { type CsvForm, importForm, listName } from './csv.ts';
import type { RequestRecord } from './http.ts';
import { pruneKeys } from './idempotency.ts';
import type { Identity } from './identity.ts';
import { manifestRoutes } from './manifest.routes.ts';
import { type AnyPlugin, definePlugin, type NumberSeries, type Services } from './plugin.ts';
import { importsOf, type Registry } from './registry.ts';
import type { Route } from './route.ts';

/** What core's areas declare before anything runs: enough for the registry, the migrations and the generated suites. */
export const corePlugin: AnyPlugin = definePlugin({
  id: 'core',
  isDomain: true,
  title: 'Kernel',
  description: 'Accounts, people, roles, logs and the machinery that every domain stands on.',
  permissions: corePermissions,
  problems: joinProblems(
    problems,
    authProblems,
    publishableKeyProblems,
    arithmeticProblems,
    mailProblems,
    sendingProblems,
    accountProblems,
    memberProblems,
    invitationProblems,
    roleProblems,
    placeProblems,
    changeSetProblems,
    importProblems,
  ),
  consumes: { optional: [RegistrationDefaultsPort] },
  entities,
  migrations,
  views: [membersView, partiesView, partyAddressesView, rolesView],
  screens: coreScreens,
  slots: ['dashboard.cards', 'registration-flow.defaults'],
  events: [emailQueued, emailSent, changeSetAdvanced],
  numbering: specSeries,
  records: tenancyRecords,
  recordSources: () => [...tenancyRecordSources],
  emails: coreEmailTemplates,
  samples: coreSamples,
  jobs: () => [
    { name: 'core.prune-idempotency-keys', cron: '7 4 * * *', handle: pruneKeys },
    { name: 'core.prune-change-sets', cron: '52 3 * * *', handle: pruneChangeSets },
  ],
});

/** Whole days for which what only grows is kept. */
export interface Retention {
  requestLogDays: number;
  /** Events after they were handed over, and the marks of who handled them. */
  eventDays: number;
}

export interface CoreOptions {
  secret: string;
  environment: 'production' | 'development' | 'test';
  log: Logger;
  clock: Clock;
  baseURL: string;
  smtpUrl?: string;
  sessionDays: number;
  registration: RegistrationMode;
  retention: Retention;
}

/** How the jobs of a process run. */
export type JobOptions = Pick<JobDependencies, 'concurrency' | 'longestJob' | 'watch'>;

/** The kernel's own services, created once the database is open. */
export interface CoreParts {
  plugin: AnyPlugin;
  auth: Auth;
  emails: EmailTemplates;
  records: RecordRegistry;
  changeSets: ChangeSets;
  attach(parts: { registry: Registry; services: Services; database: Database; tenancy: Tenancy }): void;
  /** How a list is written whose records an import takes; see `importForm`. */
  importForm(ctx: AccountContext, endpoint: AnyEndpoint): CsvForm | undefined;
  authenticate(c: HonoContext): Promise<Identity | undefined>;
  checkOrigin(c: HonoContext): void;
  /** The door of widgets, by publishable key. */
  widgets: WidgetDoor;
  currentAccount(userID: string): Promise<string | undefined>;
  recordRequest(entry: RequestRecord): void;
  isHeard(eventType: string): boolean;
  startJobs(jobUrl: string, options?: JobOptions): Promise<Jobs>;
  close(): Promise<void>;
}

const pluginSubscriptions = (registry: Registry, services: Services): OwnedSubscription[] =>
  registry.plugins.flatMap(({ definition }) =>
    (definition.subscriptions?.(services) ?? []).map((subscription) => ({ pluginID: definition.id, subscription })),
  );

/** Assembles core: the declarations above with routes that need the running parts. */
export function createCore(options: CoreOptions): CoreParts {
  let auth: Auth | undefined;
  let emails: EmailTemplates | undefined;
  let records: RecordRegistry | undefined;
  let widgets: WidgetDoor | undefined;
  let writer: RequestLogWriter | undefined;
  let works: ChangeSetRegistry | undefined;
  let changeSets: ChangeSets | undefined;
  let imports: Imports | undefined;
  let importKinds: ImportRegistry | undefined;
  let attached: { registry: Registry; services: Services; database: Database; tenancy: Tenancy } | undefined;
  let heard: ReadonlySet<string> | undefined;
  let jobs: Jobs | undefined;
  let transport: MailTransport | undefined;
  const need = <T>(part: T | undefined): T => {
    if (!part) throw new Error('The kernel is not attached yet');
    return part;
  };
  const series = (): NumberSeries[] =>
    need(attached).registry.plugins.flatMap(({ definition }) => [...(definition.numbering ?? [])]);
  const recordsNow = (): RecordRegistry => need(records);

  const routes = (): Route[] => {
    const { registry, tenancy, services } = need(attached);
    const all = recordsNow();
    return [
      ...manifestRoutes({ registry, environment: options.environment }),
      ...authRoutes(need(auth)),
      ...meRoutes(need(auth)),
      ...invitationRoutes(need(auth)),
      ...permissionRoutes(registry),
      ...tenancyRoutes({
        tenancy,
        sessions: need(auth).sessions,
        registrationDefaults: services.find(RegistrationDefaultsPort),
      }),
      ...timelineRoutes(all),
      ...sysPropertyRoutes(series()),
      ...searchRoutes(all),
      ...fileRoutes(all),
      ...savedViewRoutes(),
      ...integrationRoutes({ secret: options.secret }),
      ...recordActionRoutes(all),
      ...mailRoutes(
        () =>
          all.types.flatMap((record) => {
            const source = all.source(record.type);
            return source ? [{ pluginID: all.owner(record.type) ?? 'core', record, source }] : [];
          }),
        options.environment !== 'production',
      ),
      ...requestLogRoutes,
      ...backgroundJobRoutes(need(attached).database.urls.job),
      ...changeSetRoutes(need(changeSets)),
      ...importRoutes(need(imports)),
    ];
  };

  return {
    // Endpoints of plugins that take rows hand them to the imports.
    plugin: {
      ...corePlugin,
      routes,
      bind: (container) => void container.bind(Imports).toResolvedValue(() => need(imports)),
    },
    get auth() {
      return need(auth);
    },
    get emails() {
      return need(emails);
    },
    get records() {
      return recordsNow();
    },
    get changeSets() {
      return need(changeSets);
    },
    get widgets() {
      return need(widgets);
    },
    attach(parts) {
      attached = parts;
      const { registry, services, database, tenancy } = parts;
      auth = new Auth({
        secret: options.secret,
        sessionDays: options.sessionDays,
        registration: options.registration,
        tenancy,
        refusesDemoPeople: options.environment === 'production',
      });
      widgets = new WidgetDoor(tenancy);
      emails = new EmailTemplates(registry.plugins.flatMap(({ definition }) => [...(definition.emails ?? [])]));
      records = recordRegistry(
        registry.plugins.map(({ definition }) => ({
          pluginID: definition.id,
          types: definition.records ?? [],
          sources: definition.recordSources?.(services) ?? [],
        })),
      );
      const kinds = importsOf(registry, services);
      works = new ChangeSetRegistry([
        ...registry.plugins.flatMap(({ definition }) =>
          (definition.changeSets?.(services) ?? []).map((work) => ({ pluginID: definition.id, work })),
        ),
        ...kinds.map(({ pluginID, definition }) => ({ pluginID, work: importWork(definition) })),
      ]);
      changeSets = new ChangeSets(works, records);
      importKinds = new ImportRegistry(kinds);
      imports = new Imports(importKinds, changeSets);
      heard = new Set([
        emailQueued.type,
        changeSetAdvanced.type,
        ...pluginSubscriptions(registry, services).map(({ subscription }) => subscription.event.type),
      ]);
      writer = new RequestLogWriter({ database, log: options.log });
    },
    importForm(ctx, endpoint) {
      const kind = need(importKinds).exporting(ctx, listName(endpoint));
      return kind && importForm(kind.fields, (items) => kind.exported(ctx, items));
    },
    async authenticate(c) {
      const keyID = c.req.header('x-api-key');
      if (keyID !== undefined) {
        const identity = await need(auth).authenticateKey(keyID, c.req.header('x-auth-secret') ?? '');
        if (!identity) throw problems.unauthenticated({ message: 'The API key or its secret is wrong' });
        return identity;
      }
      const prefix = need(attached).tenancy.baseURL.startsWith('https:') ? '__Host-' : '';
      return need(auth).authenticate({ get: (name) => getCookie(c, `${prefix}${name}`) });
    },
    checkOrigin(c) {
      const trusted = isTrustedOrigin({
        origin: c.req.header('origin'),
        fetchSite: c.req.header('sec-fetch-site'),
        host: c.req.header('host'),
        trustedOrigins: [need(attached).tenancy.baseURL],
      });
      if (!trusted) throw problems.csrf_refused();
    },
    currentAccount: (userID) => need(auth).currentAccountID(userID),
    recordRequest: (entry) => need(writer).record(entry),
    isHeard: (eventType) => need(heard).has(eventType),
    async startJobs(jobUrl, jobOptions = {}) {
      const { registry, services, database, tenancy } = need(attached);
      transport = createMailTransport({
        smtpUrl: options.smtpUrl,
        sender: `no-reply@${new URL(options.baseURL).hostname}`,
      });
      const sender = new PersonMailSender({
        database,
        templates: need(emails),
        transport,
        clock: options.clock,
        log: options.log,
      });
      const inAccount: RunInAccount = (accountID, work) =>
        runInAccount(tenancy, { accountID, identity: { type: 'system' } }, work);
      jobs = await startJobs({
        jobUrl,
        ...jobOptions,
        log: options.log,
        subscriptions: [
          { pluginID: 'core', subscription: emailSubscription(need(emails), transport, inAccount) },
          { pluginID: 'core', subscription: new ChangeSetRunner({ tenancy, works: need(works) }).subscription() },
          ...pluginSubscriptions(registry, services),
        ],
        scheduled: registry.plugins.flatMap(({ definition }) =>
          (definition.jobs?.(services) ?? []).map((job) => ({ pluginID: definition.id, job })),
        ),
        tasks: [
          {
            name: 'core.prune-request-log',
            cron: '17 3 * * *',
            run: async () => void (await pruneRequestLog(database, options.clock, options.retention.requestLogDays)),
          },
          { name: 'core.prune-person-mail', cron: '41 3 * * *', run: () => sender.prune() },
          { name: 'core.prune-sign-ins', cron: '11 4 * * *', run: () => pruneSignIns(database, options.clock) },
          { name: 'core.prune-slugs', cron: '29 3 * * *', run: () => pruneSlugs(database, options.clock) },
          { name: 'core.sweep-rate-limits', cron: '23 * * * *', run: () => sweepLimits(database, options.clock) },
        ],
        runInAccount: inAccount,
        accountsWith: (pluginID) => accountsWith(tenancy, pluginID),
        forgetEventsBefore: () => new Date(options.clock.now().getTime() - options.retention.eventDays * 86_400_000),
        sendPersonMail: (mailID) => sender.send(mailID),
        onKiller: ({ queue, data }) =>
          alarmOperators(tenancy, {
            title: 'A background job was put away',
            what: `The server died each time it ran a job of "${queue}" (${describeJob(queue, data)}). It will not be tried again before you release it; correct what it is about first.`,
            path: '/dashboard/background-jobs',
          }),
      });
      return jobs;
    },
    async close() {
      await jobs?.stop();
      await writer?.close();
      transport?.close();
    },
  };
}
