import { Client } from 'pg';
import { newID } from '../contracts/id.ts';
import { parseDatabaseUrl } from '../database/roles.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { installQueue, queueSchema } from '../jobs/queue.ts';
import type { AnyPlugin } from '../kernel/plugin.ts';
import { usualSizes } from '../kernel/work-sizes.ts';
import {
  type BareTestKernel,
  bootTestKernel,
  createTestAccount,
  openTestKernel,
  type TestAccount,
  type TestKernel,
  testBaseURL,
} from './test-kernel.ts';

interface Shared {
  plugins: ReadonlySet<AnyPlugin>;
  kernel: Promise<BareTestKernel>;
  /** Those of the file at work, from its first call of `jobs`. */
  jobs?: Promise<Jobs> | undefined;
}

/** Those of this worker, whose files run one after the other. */
const shared: Shared[] = [];

/**
 * A kernel that the files of a worker which want these plugins share, one at a time. Each file has two accounts of its
 * own (the second from its first use), empty limits and an empty queue, and gives the clock back as it found it. What a
 * file does to the kernel itself (settings, an audience, a timetable that goes through all accounts) asks for
 * `bootTestKernel`.
 */
export async function sharedKernel(plugins: readonly AnyPlugin[] = []): Promise<TestKernel> {
  const wanted = new Set(plugins);
  let found = shared.find(
    (each) => each.plugins.size === wanted.size && plugins.every((plugin) => each.plugins.has(plugin)),
  );
  if (!found) {
    found = { plugins: wanted, kernel: openTestKernel({ plugins }) };
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

/** What a file needs a kernel of its own for, and the settings of its plugins. */
export interface OwnKernel {
  why: string;
  env?: Record<string, string>;
}

/** A kernel of the file's own where it says why, else the one that files share. */
export const kernelOf = (plugins: readonly AnyPlugin[], own?: OwnKernel): Promise<TestKernel> =>
  own ? bootTestKernel({ plugins, ...own }) : sharedKernel(plugins);

/** What files would find of each other beside their accounts, whose slugs and people's addresses are free again. */
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
       truncate core.event_outbox`,
    );
    if (hadJobs) await admin.query(`truncate ${queueSchema}.job`);
  } finally {
    await admin.end();
  }
}

/** Made when somebody is to do something in it. */
function accountOnceUsed(kernel: BareTestKernel, slug: string): TestAccount {
  const id = newID('acc');
  let made: Promise<TestAccount> | undefined;
  const account = (): Promise<TestAccount> => {
    made ??= createTestAccount(kernel, slug, id);
    return made;
  };
  return {
    ...{ id, slug },
    as: async (...given) => (await account()).as(...given),
    run: async (work) => (await account()).run(work),
  };
}
