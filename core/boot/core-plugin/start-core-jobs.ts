import type { Logger } from 'pino';
import { checkDomains } from '../../auth/providers/domain-proofs.ts';
import { alarmOperators } from '../../auth/sign-in/alarm-operators.ts';
import { pruneSignIns, sweepLimits } from '../../auth/sign-in/prune-sign-ins.ts';
import { ChangeSetRegistry } from '../../change-sets/run/change-set-registry.ts';
import { ChangeSetRunner } from '../../change-sets/run/change-set-runner.ts';
import { daysLater } from '../../contracts/texts/date.ts';
import type { OwnedSubscription } from '../../events/event-registry.ts';
import type { RunInAccount } from '../../events/handle-event.ts';
import { FileScanner } from '../../files/scanning/file-scanner.ts';
import { scanSubscription } from '../../files/scanning/scan-files.ts';
import { type JobDependencies, type Jobs, startJobs } from '../../jobs/jobs.ts';
import { describeJob } from '../../jobs/queue/dead-letters.ts';
import type { Clock } from '../../kernel/context/clock.ts';
import { askNameServers, type DomainTexts } from '../../kernel/context/domain-texts.ts';
import type { Services } from '../../kernel/plugin/services.ts';
import { createMailTransport } from '../../mail/sending/mail-transport.ts';
import { emailSubscription, PersonMailSender } from '../../mail/sending/send-email.ts';
import { UnsubscribeLinks } from '../../mail/sending/unsubscribe-links.ts';
import { EmailTemplates } from '../../mail/templates/email-templates.ts';
import { pruneRequestLog } from '../../request-log/request-log.queries.ts';
import { runInAccount, runOutside } from '../../tenancy/accounts/account-transaction.ts';
import { pruneSlugs } from '../../tenancy/accounts/slugs.ts';
import { Tenancy } from '../../tenancy/tenancy.ts';
import { WebhookSender } from '../../webhooks/delivery/webhook-sender.ts';
import { Registry } from '../registry/registry.ts';

/** Days for which growing tables keep their rows. */
export interface Retention {
  requestLogDays: number;
  /** Days for delivered events and their handled marks. */
  eventDays: number;
}

/** Options of the jobs in a process. */
export type JobOptions = Pick<JobDependencies, 'concurrency' | 'longestJob' | 'watch' | 'forms'>;

/** Settings of the jobs of core. */
interface CoreJobSettings {
  log: Logger;
  clock: Clock;
  baseURL: string;
  secret: string;
  smtpUrl?: string;
  retention: Retention;
  /** Source of TXT records; this machine's name servers by default. */
  domainTexts?: DomainTexts;
}

/** The subscriptions of all plugins. */
export const pluginSubscriptions = (registry: Registry, services: Services): OwnedSubscription[] =>
  registry.plugins.flatMap(({ definition }) =>
    (definition.subscriptions?.(services) ?? []).map(({ handleOutside, ...subscription }) => ({
      pluginID: definition.id,
      subscription: handleOutside
        ? {
            ...subscription,
            runOutside: (accountID: string, payload: unknown) =>
              runOutside(services.get(Tenancy), { accountID, identity: { type: 'system' } }, async (ctx) => {
                if (ctx.isEnabled(definition.id)) await handleOutside(ctx, payload);
              }),
          }
        : subscription,
    })),
  );

/** Starts the jobs of core and of all plugins in this process. Stopping them also closes the mail connection. */
export async function startCoreJobs(
  services: Services,
  options: CoreJobSettings,
  jobUrl: string,
  jobOptions: JobOptions = {},
): Promise<Jobs> {
  const registry = services.get(Registry);
  const tenancy = services.get(Tenancy);
  const { database } = tenancy;
  const emails = services.get(EmailTemplates);
  const transport = createMailTransport({
    smtpUrl: options.smtpUrl,
    sender: `no-reply@${new URL(options.baseURL).hostname}`,
  });
  const sender = new PersonMailSender({
    database,
    templates: emails,
    transport,
    clock: options.clock,
    log: options.log,
  });
  const inAccount: RunInAccount = (accountID, work, how) =>
    runInAccount(tenancy, { accountID, identity: { type: 'system' }, ...how }, work);
  const jobs = await startJobs({
    jobUrl,
    ...jobOptions,
    log: options.log,
    subscriptions: [
      {
        pluginID: 'core',
        subscription: emailSubscription(emails, transport, inAccount, new UnsubscribeLinks(options)),
      },
      { pluginID: 'core', subscription: scanSubscription(services.get(FileScanner), inAccount) },
      {
        pluginID: 'core',
        subscription: new ChangeSetRunner({ tenancy, works: services.get(ChangeSetRegistry) }).subscription(),
      },
      ...pluginSubscriptions(registry, services),
    ],
    scheduled: registry.plugins.flatMap(({ definition, audience }) =>
      (definition.jobs?.(services) ?? []).map((job) => ({ pluginID: definition.id, job, audience })),
    ),
    sendDeliveries: (batch, signal) => services.get(WebhookSender).send(inAccount, batch, signal),
    tasks: [
      {
        name: 'core.prune-request-log',
        cron: '17 3 * * *',
        run: async () => void (await pruneRequestLog(database, options.clock, options.retention.requestLogDays)),
      },
      { name: 'core.prune-person-mail', cron: '41 3 * * *', run: () => sender.prune() },
      { name: 'core.prune-sign-ins', cron: '11 4 * * *', run: () => pruneSignIns(database, options.clock) },
      {
        name: 'core.look-at-domains',
        cron: '37 5 * * *',
        run: () => checkDomains(tenancy, options.domainTexts ?? askNameServers),
      },
      { name: 'core.prune-slugs', cron: '29 3 * * *', run: () => pruneSlugs(database, options.clock) },
      { name: 'core.sweep-rate-limits', cron: '23 * * * *', run: () => sweepLimits(database, options.clock) },
    ],
    runInAccount: inAccount,
    now: () => options.clock.now(),
    forgetEventsBefore: () => daysLater(options.clock.now(), -options.retention.eventDays),
    sendPersonMail: (mailID) => sender.send(mailID),
    onKiller: ({ queue, data }) =>
      alarmOperators(tenancy, {
        title: 'A background job was put away',
        what:
          `The server died each time it ran a job of "${queue}" (${describeJob(queue, data)}). ` +
          'It will not be tried again before you release it; correct what it is about first.',
        path: '/dashboard/background-jobs',
      }),
  });
  return {
    ...jobs,
    stop: async (timeout) => {
      await jobs.stop(timeout);
      transport.close();
    },
  };
}
