/** What entry points (cli, benchmarks, tests) need to run a platform; plugins use `./server`. */

export { createPerson, findPerson, issueResetLink, setOperator } from '../auth/operator-people.ts';
export { lintCatalogue } from '../database/catalogue-lint.ts';
export { EmbeddedPostgresError, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
export { prepareExistingRoles } from '../database/existing-roles.ts';
export { underInstallationLock } from '../database/installation-lock.ts';
export { rememberedSecret, rememberSecret, secretFingerprint } from '../database/installation-secret.ts';
export { type DatabaseUrls, installRoles, parseDatabaseUrl, withDatabase } from '../database/roles.ts';
export { appliedMigrations } from '../database/schema-version.ts';
export { outboxSignal } from '../events/outbox-signal.ts';
export {
  findDeadLetter,
  listDeadLetters,
  pageDeadLetters,
  releaseDeadLetters,
  retryDeadLetters,
} from '../jobs/dead-letters.ts';
export type { FromJobThread, ToJobThread } from '../jobs/job-thread.ts';
export { JobThread } from '../jobs/job-thread.ts';
export { type QueueName, queues } from '../jobs/queue.ts';
export { closeAccount, graceDays, openAccount } from '../tenancy/close-account.ts';
export { createAccount, createAccountWithAdmin } from '../tenancy/create-account.ts';
export {
  type AccountOverview,
  findAccount,
  inviteMember,
  listAccounts,
  pluginStates,
  switchPlugin,
} from '../tenancy/operator-accounts.ts';
export { refuseTakenSlug } from '../tenancy/slugs.ts';
export { type BootOptions, bootKernel, type ElsewhereJobs, type Kernel, newSecret } from './boot.ts';
export { BootError } from './boot-error.ts';
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
export { mappedStack } from './mapped-stack.ts';
export { createOps, opsSourceOf } from './ops.ts';
export { packBuild } from './packed-files.ts';
export { type RotatedSecret, rotateSecret } from './rotate-secret.ts';
export { type Listening, listen, PortTakenError, stopListening } from './serve.ts';
export { createSite } from './site.ts';
