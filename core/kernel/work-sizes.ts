/**
 * How many rows are worked at once: a setting of the kernel, so that a test shows with fifty rows what an installation
 * does with thousands. What is written is the same with any.
 */
export interface WorkSizes {
  /** Rows up to which a change set is checked, applied and undone inside the call; more are a job with progress. */
  jobRows: number;
  /** Rows of a chunk of a set that works as a job. */
  chunkRows: number;
  /** Rows of a file that are held in memory and staged together. */
  batchRows: number;
}

/** What an installation works with. */
export const usualSizes: Readonly<WorkSizes> = { jobRows: 2000, chunkRows: 1000, batchRows: 2000 };
