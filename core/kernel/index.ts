/** What entry points (cli, benchmarks, tests) need to run a platform; plugins use `./server`. */

export { EmbeddedPostgresError, startEmbeddedPostgres } from '../database/embedded-postgres.ts';
export { type DatabaseUrls, databaseUrls, installRoles, parseDatabaseUrl, withDatabase } from '../database/roles.ts';
export { type BootOptions, bootKernel, type Kernel, newSecret } from './boot.ts';
export { BootError } from './boot-error.ts';
export { type Config, readConfig, settingsTable } from './config.ts';
export { demoPassword, demoSignIns, loadDemo } from './demo.ts';
export { migrateInstallation, registryOf } from './installation.ts';
export { createOps } from './ops.ts';
export { type Listening, listen, PortTakenError, stopListening } from './serve.ts';
export { createSite } from './site.ts';
