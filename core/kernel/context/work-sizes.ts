/**
 * Sizes that an installation works with: rows that are processed at once, which do not affect the result, and storage.
 * They are a setting, so that a test shows with fifty rows the behavior of an installation with thousands.
 */
export interface WorkSizes {
  /** Largest change set that is checked, applied and undone inside the call; larger ones run as a job with progress. */
  jobRows: number;
  /** Rows per chunk of a change set that runs as a job. */
  chunkRows: number;
  /** Rows of a file that are held in memory and staged together. */
  batchRows: number;
  /** Bytes that the uploaded files of an account may take, by plan. */
  storage: Readonly<Record<'free' | 'pro', number>>;
}

/** Bytes of a gigabyte, as people read the sizes of files. */
export const gigabyte = 1024 ** 3;

/** Sizes of an installation. */
export const usualSizes: Readonly<WorkSizes> = {
  jobRows: 2000,
  chunkRows: 1000,
  batchRows: 2000,
  storage: { free: gigabyte, pro: 5 * gigabyte },
};
