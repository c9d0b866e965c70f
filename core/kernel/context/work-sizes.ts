/**
 * Numbers of rows that are processed at once. They are a setting, so that a test shows with fifty rows the behavior of
 * an installation with thousands. They do not affect the result.
 */
export interface WorkSizes {
  /** Largest change set that is checked, applied and undone inside the call; larger ones run as a job with progress. */
  jobRows: number;
  /** Rows per chunk of a change set that runs as a job. */
  chunkRows: number;
  /** Rows of a file that are held in memory and staged together. */
  batchRows: number;
}

/** Sizes of an installation. */
export const usualSizes: Readonly<WorkSizes> = { jobRows: 2000, chunkRows: 1000, batchRows: 2000 };
