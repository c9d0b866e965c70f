/** What entry points (cli, benchmarks, tests) need to run a platform; plugins use `./server`. */

export { createAccountWithAdmin } from '../auth/join.ts';
export { createPerson, findPerson, issueResetLink, resetSecondFactor, setOperator } from '../auth/operator-people.ts';
export { lintCatalogue } from '../database/catalogue-lint.ts';
export { settledAddress } from '../database/database-address.ts';
export { EmbeddedPostgresError, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
export { installationFolders } from '../database/embedded-postgres-place.ts';
export { prepareExistingRoles } from '../database/existing-roles.ts';
export { underInstallationLock } from '../database/installation-lock.ts';
export { rememberedSecret, rememberSecret, secretFingerprint } from '../database/installation-secret.ts';
export { removeEmbeddedPostgres } from '../database/remove-embedded-postgres.ts';
export { hasFollowedSelect, type LogPosition, readingUrl, writtenSelect } from '../database/replica.ts';
export { type RestoredMoment, restoreMoment } from '../database/restore-moment.ts';
export { type DatabaseUrls, installRoles, parseDatabaseUrl, withDatabase } from '../database/roles.ts';
export { appliedMigrations } from '../database/schema-version.ts';
export { type BaseCopy, baseCopies, copyBase } from '../database/write-ahead-archive.ts';
export { outboxSignal } from '../events/outbox-signal.ts';
export { createOps, opsSourceOf } from '../http/ops.ts';
export { packBuild } from '../http/packed-files.ts';
export { type Listening, listen, PortTakenError, stopListening } from '../http/serve.ts';
export {
  findDeadLetter,
  listDeadLetters,
  pageDeadLetters,
  releaseDeadLetters,
  retryDeadLetters,
} from '../jobs/dead-letters.ts';
export type { FromJobThread, ToJobThread } from '../jobs/job-thread.ts';
export { JobThread } from '../jobs/job-thread.ts';
export { type QueueName, queueSchema, queues } from '../jobs/queue.ts';
export { queueFacts } from '../jobs/queue-facts.ts';
export { BootError } from '../kernel/boot-error.ts';
export { mappedStack } from '../kernel/mapped-stack.ts';
export { changePlan } from '../team/account-plan.ts';
export { closeAccount, graceDays, openAccount } from '../team/close-account.ts';
export {
  type AccountOverview,
  findAccount,
  inviteMember,
  listAccounts,
  pluginStates,
  switchPlugin,
} from '../team/operator-accounts.ts';
export { createAccount } from '../tenancy/create-account.ts';
export { refuseTakenSlug } from '../tenancy/slugs.ts';
export { type BootOptions, bootKernel, type ElsewhereJobs, type Kernel, newSecret } from './boot.ts';
export { type Config, lacksProxy, readConfig, settingsTable, untrustedProxy } from './config.ts';
export { demoPassword, demoSignIns, loadDemo } from './demo.ts';
export {
  findDemoData,
  hasDemoData,
  keepDemoAccounts,
  refuseDemoData,
  removeDemoData,
  waysOutOfDemo,
} from './demo-data.ts';
export { migrateInstallation, migrateTo, registryOf } from './installation.ts';
export { type RotatedSecret, rotateSecret } from './rotate-secret.ts';
export { createSite } from './site.ts';
export { startTracing } from './start-tracing.ts';
