import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSite } from '../../boot/site.ts';
import { listen, stopListening } from '../../http/serve.ts';
import type { DomainTexts } from '../../kernel/context/domain-texts.ts';
import type { AnyPlugin } from '../../kernel/plugin/plugin.ts';
import { platformAudience, platformPlugins } from '../kernel/platform-plugins.ts';
import { bootTestKernel, type TestKernel } from '../kernel/test-kernel.ts';

const buildDir = resolve(import.meta.dirname, '../../../.build');

export interface TestSite {
  url: string;
  kernel: TestKernel;
  close(): Promise<void>;
}

/**
 * A server for browser tests on a free port: all plugins of platform.config.ts with the demo accounts and the built
 * files.
 */
export async function openTestSite(
  options: {
    demo?: boolean;
    /**
     * Plugins in addition to those of platform.config.ts, without screens, because none are built, and without tables.
     */
    also?: readonly AnyPlugin[];
    /** Internal networks that sign-in providers may be in. */
    providerNetworks?: readonly string[];
    /** TXT records of domains; by default from this machine's name servers. */
    domainTexts?: DomainTexts;
  } = {},
): Promise<TestSite> {
  if (!existsSync(join(buildDir, 'manifest.json')))
    throw new Error('The screens have not been built: run `npm run build` first');
  const kernel = await bootTestKernel({
    why: 'a site of its own, with a queue',
    plugins: await platformPlugins(),
    later: options.also ?? [],
    audience: platformAudience(),
    demo: options.demo !== false,
    realTime: true,
    ...(options.providerNetworks ? { providerNetworks: options.providerNetworks } : {}),
    ...(options.domainTexts ? { domainTexts: options.domainTexts } : {}),
  });
  await kernel.jobs();
  const site = createSite(kernel, { buildDir, production: false });
  const listening = await listen((request) => site.fetch(request), {
    host: '127.0.0.1',
    port: 0,
    setting: 'PORT',
    wasSet: false,
  });
  const url = `http://127.0.0.1:${listening.port}`;
  kernel.setBaseURL(url);
  return {
    url,
    kernel,
    close: async () => {
      await stopListening(listening, 0);
      await kernel.stop();
    },
  };
}
