import { Client } from 'pg';
import { newID } from '../../contracts/texts/id.ts';
import { parseDatabaseUrl } from '../../database/schema/roles.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { installQueue, queueSchema } from '../../jobs/queue/queue.ts';
import { usualSizes } from '../../kernel/context/work-sizes.ts';
import type { AnyPlugin } from '../../kernel/plugin/plugin.ts';
import {
  type BareTestKernel,
  bootTestKernel,
  createTestAccount,
  openTestKernel,
  type TestAccount,
  type TestKernel,
  testBaseURL,
} from './test-kernel.ts';

/** What a shared kernel has besides its plugins. */
interface SharedOptions {
  /** Permits calls to receivers and providers of tests, which are on this machine. */
  hasReceivers?: boolean;
}

interface Shared extends Required<SharedOptions> {
  plugins: ReadonlySet<AnyPlugin>;
  kernel: Promise<BareTestKernel>;
  /** The jobs of the present file, from its first call of `jobs`. */
  jobs?: Promise<Jobs> | undefined;
}

/** Kernels of this worker, whose files run one after the other. */
const shared: Shared[] = [];

/**
 * A kernel that files of a worker with the same plugins share, one at a time. Each file has two accounts of its own
 * (the second one from its first use), empty limits and an empty queue; the clock is restored at the end. Files that
 * change the kernel itself (settings, an audience, a scheduled job for all accounts) need `bootTestKernel`.
 */
export async function sharedKernel(
  plugins: readonly AnyPlugin[] = [],
  { hasReceivers = false }: SharedOptions = {},
): Promise<TestKernel> {
  const wanted = new Set(plugins);
  let found = shared.find(
    (each) =>
      each.hasReceivers === hasReceivers &&
      each.plugins.size === wanted.size &&
      plugins.every((plugin) => each.plugins.has(plugin)),
  );
  if (!found) {
    const kernel = openTestKernel({ plugins, providerNetworks: hasReceivers ? ['127.0.0.0/8'] : [] });
    found = { plugins: wanted, hasReceivers, kernel };
    shared.push(found);
  }
  const own = found;
  const kernel = await own.kernel;
  await cleanUp(own);
  return {
    ...kernel,
    a: await createTestAccount(kernel, 'alpha'),
    b: accountOnceUsed(kernel, 'beta'),
    jobs: () => {
      own.jobs ??= installQueue(kernel.db.urls.migrate).then(() => kernel.startJobs());
      return own.jobs;
    },
    stop: () => cleanUp(own),
  };
}

/** The reason for a separate kernel, and the settings of its plugins. */
export interface OwnKernel {
  why: string;
  env?: Record<string, string>;
}

/** A separate kernel if a reason is given, otherwise the shared one. */
export const kernelOf = (plugins: readonly AnyPlugin[], own?: OwnKernel): Promise<TestKernel> =>
  own ? bootTestKernel({ plugins, ...own }) : sharedKernel(plugins);

/** Removes traces of a file besides its accounts, and frees the accounts' slugs and the people's email addresses. */
async function cleanUp(own: Shared): Promise<void> {
  const kernel = await own.kernel;
  const hadJobs = own.jobs !== undefined;
  await (await own.jobs)?.stop();
  own.jobs = undefined;
  kernel.clock.restore();
  kernel.setBaseURL(testBaseURL);
  Object.assign(kernel.sizes, usualSizes);
  const admin = new Client({ connectionString: parseDatabaseUrl(kernel.db.adminUrl).toString() });
  await admin.connect();
  try {
    await admin.query(
      `delete from core.rate_limit; delete from core.account_slug;
       update core.account set slug = replace(id, '_', '-');
       update core."user" set email = id || '@gone.test', username = null;
       truncate core.event_outbox, core.webhook_delivery`,
    );
    if (hadJobs) await admin.query(`truncate ${queueSchema}.job`);
  } finally {
    await admin.end();
  }
}

/** An account that is created at its first use. */
function accountOnceUsed(kernel: BareTestKernel, slug: string): TestAccount {
  const id = newID('acc');
  let made: Promise<TestAccount> | undefined;
  const account = (): Promise<TestAccount> => {
    made ??= createTestAccount(kernel, slug, id);
    return made;
  };
  return {
    id,
    slug,
    as: async (...given) => (await account()).as(...given),
    run: async (work) => (await account()).run(work),
  };
}
