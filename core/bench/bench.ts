import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Client } from 'pg';
import platform from '../../platform.config.ts';
import { installRoles, migrateInstallation, newSecret, startEmbeddedPostgres, withDatabase } from '../boot/index.ts';
import { type FigureSpeed, figureTable, measureFigures } from './analytics-speed.ts';
import { cases } from './cases.ts';
import { type CashSpeed, cashTable, measureCash } from './cash-speed.ts';
import { measureCheckout } from './checkout-speed.ts';
import { Child } from './child.ts';
import { measureEDI } from './edi-speed.ts';
import { type BenchFacts, benchPassword, type People } from './facts.ts';
import { type FormSpeed, formTable, measureForms } from './form-speed.ts';
import { type ImportSpeed, importTable, measureImports } from './import-speed.ts';
import { clients, type MeasuredStage, measureCase, measureGrowth } from './measure-case.ts';
import { measureProcesses } from './processes-speed.ts';
import { measureProduction, type ProductionSpeed, productionTable } from './production-speed.ts';
import { type BenchOutcome, tableOf } from './report.ts';
import { sampleOf, seedAccount, withoutSearchIndex } from './seed.ts';
import { measureStarts, type StartTime, startTable } from './start-time.ts';

export interface BenchOptions {
  json: boolean;
  /** Names of cases; all if undefined. */
  only: ReadonlySet<string> | undefined;
  /** Per round. */
  seconds: number;
  rounds: number;
  orders: number;
  /** Folder for a CPU profile of the server. */
  profile: string | undefined;
}

const database = 'millwright';
const customers = 2000;
/** At least; as many as orders, so that lists of items are as long as theirs. */
const products = 5000;

const say = (line: string): void => console.error(line);
const print = (text: string): unknown => process.stdout.write(`${text}\n`);

/** Runs the benchmark on a PostgreSQL of its own, which is gone afterwards, and prints what it found. */
export async function bench(options: BenchOptions): Promise<void> {
  const wants = (name: string): boolean => !options.only || options.only.has(name);
  const machine = {
    cores: availableParallelism(),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    loadBefore: loadavg()[0]?.toFixed(1),
  };
  const outcomes = [...cases.map(({ name }) => name), 'growth', 'processes'].some(wants)
    ? await measureRequests(options, wants)
    : [];
  const starts: StartTime[] = wants('start') ? await measureStarts(say) : [];
  const forms: FormSpeed[] = wants('form') ? await measureForms(say) : [];
  const imports: ImportSpeed[] = wants('import') ? await measureImports(say, serverOptions(options)) : [];
  const cash: CashSpeed[] = wants('cash') ? await measureCash(say, serverOptions(options)) : [];
  const checkout = wants('checkout') ? await measureCheckout(say, serverOptions(options)) : [];
  const edi: CashSpeed[] = wants('edi') ? await measureEDI(say, serverOptions(options)) : [];
  const figures: FigureSpeed[] = wants('analytics') ? await measureFigures(say) : [];
  const withDay = options.only?.has('production-day') ?? false;
  const production: ProductionSpeed[] =
    wants('production') || withDay ? await measureProduction(say, { ...serverOptions(options), withDay }) : [];
  if (options.json)
    print(
      JSON.stringify(
        { machine, clients, options, outcomes, starts, forms, imports, cash, checkout, edi, figures, production },
        null,
        2,
      ),
    );
  else {
    const { cores, node, platform: system, loadBefore } = machine;
    const load = `${clients} clients, ${options.orders} orders`;
    print(`${system}, ${cores} cores, Node ${node}, load before ${loadBefore}; ${load}`);
    if (outcomes.length) print(`\n${tableOf(outcomes)}`);
    if (starts.length) print(`\n${startTable(starts)}`);
    if (forms.length) print(`\n${formTable(forms)}`);
    if (imports.length) print(`\n${importTable(imports)}`);
    if (cash.length) print(`\n${cashTable(cash)}`);
    if (checkout.length) print(`\n${cashTable(checkout)}`);
    if (edi.length) print(`\n${cashTable(edi)}`);
    if (production.length) print(`\n${productionTable(production)}`);
    if (figures.length) print(`\n${figureTable(figures)}`);
  }
}

function serverOptions({ profile }: BenchOptions): { execArgv: string[] } {
  if (!profile) return { execArgv: [] };
  mkdirSync(profile, { recursive: true });
  return { execArgv: ['--cpu-prof', `--cpu-prof-dir=${resolve(profile)}`] };
}

async function measureRequests(options: BenchOptions, wants: (name: string) => boolean): Promise<BenchOutcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: say });
  const server = new Child('server', serverOptions(options));
  const load = new Child('load');
  const floor = new Child('floor');
  let isInterrupted = false;
  const onInterrupt = (): void => {
    isInterrupted = true;
    // What is being measured fails, and everything is cleared away as after any other failure.
    for (const child of [server, load, floor]) child.kill();
  };
  process.once('SIGINT', onInterrupt);
  try {
    const secret = newSecret();
    const urls = await installRoles({ adminUrl: postgres.url, database, secret });
    const plugins = await Promise.all(
      platform.plugins.map(async ({ server: half }) => ({ definition: (await half()).default })),
    );
    await migrateInstallation(urls, plugins);
    const buildDir = resolve(import.meta.dirname, '..');
    const url = await server.call<string>('boot', { urls, buildDir, secret });
    const facts = await prepare(withDatabase(postgres.url, database), server, options.orders);
    const stage: MeasuredStage = {
      ...{ url, urls, facts, server, load, floor, seconds: options.seconds, rounds: options.rounds },
      cookie: await signIn(url, facts.emails[0] as string),
      postgres: () => postgres.pid,
    };
    const outcomes: BenchOutcome[] = [];
    for (const each of cases) {
      // Before anything is written: fresh rows make the first pages dearer than they are in the other account.
      if (each.name === 'create' && wants('growth')) {
        say('measuring: growth');
        outcomes.push(await measureGrowth(stage));
      }
      if (!wants(each.name)) continue;
      say(`measuring: ${each.title}`);
      outcomes.push(await measureCase(stage, each));
    }
    if (options.only?.has('processes')) {
      say('measuring: processes');
      outcomes.push(...(await measureProcesses(stage, { buildDir, secret })));
    }
    return outcomes;
  } catch (error) {
    if (!isInterrupted) throw error;
    say('Interrupted.');
    process.exitCode = 130;
    return [];
  } finally {
    process.off('SIGINT', onInterrupt);
    await Promise.all([server.stop(), load.stop(), floor.stop()]);
    await postgres.stop();
    rmSync(dirname(postgres.dataDir), { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Two accounts, the data, and fresh statistics. */
async function prepare(adminUrl: string, server: Child, orders: number): Promise<BenchFacts> {
  const big = await server.call<People>('createAccount', { slug: 'big', people: 64 });
  const small = await server.call<People>('createAccount', { slug: 'small', people: 1, joinedBy: big.userIDs[0] });
  const admin = new Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    const began = performance.now();
    say(`seeding ${orders} orders and ${orders * 8} rows of search ...`);
    await withoutSearchIndex(admin, async () => {
      await seedAccount(admin, {
        accountID: big.accountID,
        ...{ customers, products: Math.max(products, orders), orders, documents: orders * 8 },
      });
      await seedAccount(admin, {
        accountID: small.accountID,
        ...{ customers: customers / 10, products: products / 10, orders: Math.round(orders / 10), documents: 0 },
      });
    });
    await admin.query('vacuum (analyze)');
    await admin.query('checkpoint');
    say(`seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    const { rows } = await admin.query<{ id: string }>(
      'select id from core.member where account_id = $1 and user_id = $2',
      [big.accountID, big.userIDs[0]],
    );
    return {
      accountID: big.accountID,
      emails: big.emails,
      smallAccountID: small.accountID,
      orders,
      memberID: rows[0]?.id as string,
      ...(await sampleOf(admin, big.accountID)),
    };
  } finally {
    await admin.end();
  }
}

async function signIn(url: string, identifier: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/actions/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password: benchPassword }),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
