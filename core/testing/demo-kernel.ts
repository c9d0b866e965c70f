import { platformAudience, platformPlugins } from './platform-plugins.ts';
import { bootTestKernel, type TestKernel } from './test-kernel.ts';

/** Everything in platform.config.ts with the demo accounts, which are filled once for all of a run. */
export const bootDemoKernel = async (): Promise<TestKernel> =>
  bootTestKernel({ why: 'the demo', plugins: await platformPlugins(), audience: platformAudience(), demo: true });
