import { platformAudience, platformPlugins } from './platform-plugins.ts';
import { bootTestKernel, type TestKernel } from './test-kernel.ts';

/** Boots all plugins of platform.config.ts with the demo accounts, which are filled once per run. */
export const bootDemoKernel = async (): Promise<TestKernel> =>
  bootTestKernel({ why: 'the demo', plugins: await platformPlugins(), audience: platformAudience(), demo: true });
