/** API for entry points (CLI, benchmarks, tests) that run a platform; plugins use `./server`. */

export { createAccountWithAdmin } from '../auth/members/join.ts';
export {
  createPerson,
  findPerson,
  issueResetLink,
  resetSecondFactor,
  setOperator,
} from '../auth/people/operator-people.ts';
export { PersonVault } from '../auth/people/person-vault.ts';
export { connected } from '../database/connections/connected.ts';
export { settledAddress } from '../database/connections/database-address.ts';
export { underInstallationLock } from '../database/connections/installation-lock.ts';
export { hasFollowedSelect, type LogPosition, readingUrl, writtenSelect } from '../database/connections/replica.ts';
export { type RestoredMoment, restoreMoment } from '../database/connections/restore-moment.ts';
export { EmbeddedPostgresError, startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';
export { hasEmbeddedCluster, installationFolders } from '../database/embedded/embedded-postgres-place.ts';
export { removeEmbeddedPostgres } from '../database/embedded/remove-embedded-postgres.ts';
export { type BaseCopy, baseCopies, copyBase } from '../database/embedded/write-ahead-archive.ts';
export { lintCatalogue } from '../database/schema/catalogue-lint.ts';
export { prepareExistingRoles } from '../database/schema/existing-roles.ts';
export { rememberedSecret, rememberSecret, secretFingerprint } from '../database/schema/installation-secret.ts';
export { type DatabaseUrls, installRoles, parseDatabaseUrl, withDatabase } from '../database/schema/roles.ts';
export { appliedMigrations } from '../database/schema/schema-version.ts';
export { analyzeTables, tablesWithoutStatistics } from '../database/statistics/missing-statistics.ts';
export { outboxSignal } from '../events/outbox-signal.ts';
export { packBuild } from '../http/files/packed-files.ts';
export { createOps, opsSourceOf } from '../http/ops.ts';
export { type Listening, listen, PortTakenError, stopListening } from '../http/serve.ts';
export {
  findDeadLetter,
  listDeadLetters,
  pageDeadLetters,
  releaseDeadLetters,
  retryDeadLetters,
} from '../jobs/queue/dead-letters.ts';
export { type QueueName, queueSchema, queues } from '../jobs/queue/queue.ts';
export { queueFacts } from '../jobs/queue/queue-facts.ts';
export type { FromJobThread, ToJobThread } from '../jobs/workers/job-thread.ts';
export { JobThread } from '../jobs/workers/job-thread.ts';
export { BootError } from '../kernel/problems/boot-error.ts';
export { mappedStack } from '../kernel/problems/mapped-stack.ts';
export { taskLeaving } from '../tasks/record/task-holder.ts';
export { changePlan } from '../team/accounts/account-plan.ts';
export { closeAccount, graceDays, openAccount } from '../team/accounts/close-account.ts';
export { arriveHere, beginMove, leaveFor, takeMoveBack } from '../team/accounts/move-account.ts';
export {
  type AccountOverview,
  findAccount,
  inviteMember,
  listAccounts,
  pluginStates,
  switchPlugin,
} from '../team/accounts/operator-accounts.ts';
export { accessLifetime } from '../tenancy/access/access.ts';
export { createAccount } from '../tenancy/accounts/create-account.ts';
export { refuseTakenSlug } from '../tenancy/accounts/slugs.ts';
export { type BootOptions, bootKernel, type ElsewhereJobs, type Kernel, newSecret } from './boot.ts';
export { type Config, lacksProxy, notOnCitus, readConfig, settingsTable, untrustedProxy } from './config/config.ts';
export { demoPassword, demoSignIns, loadDemo } from './demo/demo.ts';
export {
  findDemoData,
  hasDemoData,
  keepDemoAccounts,
  refuseDemoData,
  removeDemoData,
  waysOutOfDemo,
} from './demo/demo-data.ts';
export { migrateInstallation, migrateTo, registryOf } from './installation.ts';
export { type RotatedSecret, resealAccount, rotateSecret } from './process/rotate-secret.ts';
export { startTracing } from './process/start-tracing.ts';
export { createSite } from './site.ts';
