import { inject } from 'vitest';
import { usualSizes } from '../../kernel/context/work-sizes.ts';
import type { TestKernel } from './test-kernel.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Set for the files of the nightly run. */
    worksAtUsualSizes?: boolean;
  }
}

/**
 * Number of rows for a change-set job of five chunks, or a file of three batches: sixty, because the kernel gets small
 * sizes. A `*.night.ts` that imports the test uses 5,000 rows and the sizes of an installation.
 */
export function rowsOfJob({ sizes }: Pick<TestKernel, 'sizes'>): number {
  Object.assign(sizes, inject('worksAtUsualSizes') ? usualSizes : { jobRows: 24, chunkRows: 12, batchRows: 24 });
  return sizes.jobRows * 2.5;
}
