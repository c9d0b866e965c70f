import { Command } from 'commander';

const program = new Command('millwright')
  .description('Multi-tenant back office and customer portal for manufacturers and distributors')
  .version('0.1.0');

program
  .command('start')
  .description('start the database, migrate, load the demo accounts and serve everything')
  .action(async () => {
    const { start } = await import('./start.ts');
    await start(process.env);
  });

program
  .command('migrate')
  .description('bring the database to the schema of this version and exit')
  .action(async () => {
    const { migrateOnly } = await import('./start.ts');
    await migrateOnly(process.env);
  });

program.parseAsync().catch((error: Error) => {
  // A message for a person where there is one; a stack only for what nobody foresaw.
  const isExpected =
    ['BootError', 'PortTakenError', 'EmbeddedPostgresError'].includes(error.name) ||
    /^The configuration is wrong/.test(error.message);
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
});
