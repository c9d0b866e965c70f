import { inject } from 'vitest';
import { usualSizes } from '../kernel/work-sizes.ts';
import type { TestKernel } from './test-kernel.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Given to files of the night. */
    worksAtUsualSizes?: boolean;
  }
}

/**
 * As many rows as make a change set a job of five chunks, and a file three batches: sixty, for which the kernel gets
 * small sizes. A `*.night.ts` that imports the test does the same with 5,000 and those of an installation.
 */
export function rowsOfJob({ sizes }: Pick<TestKernel, 'sizes'>): number {
  Object.assign(sizes, inject('worksAtUsualSizes') ? usualSizes : { jobRows: 24, chunkRows: 12, batchRows: 24 });
  return sizes.jobRows * 2.5;
}
