import { Worker } from 'node:worker_threads';
import { printable, storable } from '../tables/excerpt.ts';
import type { SourceRow, SourceTable } from '../tables/source-table.ts';
import { unreadable } from '../tables/unreadable.ts';
import type { ReadSheet } from './xlsx-workbook.ts';
import type { WorkbookAnswer, WorkbookTask } from './xlsx-worker.ts';

const limits = {
  /** Longest reading in milliseconds; the largest sheet needs a fifth of it. */
  time: 30_000,
  /** Memory of the worker in megabytes; texts that many cells share take most of it. */
  memory: 256,
};
/** Workbooks that are read at once; others wait, so that a processor stays free for calls. */
const mostReaders = 2;

// A source file beside this one, or an entry of the build, which has all its files in one folder.
const program = new URL(import.meta.url.endsWith('.ts') ? './xlsx-worker.ts' : './xlsx-worker.js', import.meta.url);

let readers = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (readers >= mostReaders) await new Promise<void>((resume) => waiting.push(resume));
  else readers += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place passes to the next one directly, without becoming free in between.
    if (next) next();
    else readers -= 1;
  }
}

interface Answers {
  sheet: ReadSheet;
  rows: (Uint8Array | undefined)[];
}

/** Reads a workbook in a thread of its own, which ends with it even if the file makes it misbehave. */
const readApart = (task: WorkbookTask, { time, memory }: typeof limits): Promise<Answers> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(program, {
      workerData: task,
      transferList: [task.bytes.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: memory },
      // The worker gets no environment: no settings and no secrets.
      env: {},
      execArgv: [],
    });
    const rows: Uint8Array[] = [];
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    const timer = setTimeout(
      () => end(() => reject(unreadable('Reading the workbook takes too long; save the sheet as CSV'))),
      time,
    );
    worker.on('message', (answer: WorkbookAnswer) => {
      if ('rows' in answer) rows.push(answer.rows);
      else if ('sheet' in answer) end(() => resolve({ sheet: answer.sheet, rows }));
      else end(() => reject(unreadable(answer.refused)));
    });
    worker.on('error', (error: NodeJS.ErrnoException) =>
      end(() =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? unreadable('Reading the workbook takes too much memory; save the sheet as CSV')
            : error,
        ),
      ),
    );
  });

/**
 * Opens a sheet of a workbook: the named one, else the first that is neither hidden nor empty.
 * @throws 400 `file_unreadable`, also beyond the limits of time, memory, cells and unpacked size
 */
export async function openXlsx(
  bytes: Uint8Array,
  chosen: { sheet?: string | undefined },
  allowed = limits,
): Promise<SourceTable> {
  // A copy, because bytes that are transferred to the worker are no longer usable here.
  const task = { bytes: new Uint8Array(bytes), sheet: chosen.sheet };
  const { sheet, rows: batches } = await inTurn(() => readApart(task, allowed));
  const { headings } = sheet;

  function* rows(): Generator<SourceRow> {
    for (const [index, batch] of batches.entries()) {
      // Batches are released as they are consumed, so that memory shrinks while other data grow.
      batches[index] = undefined;
      for (const row of JSON.parse(new TextDecoder().decode(batch)) as SourceRow[]) {
        while (row.cells.length < headings.length) row.cells.push('');
        yield row;
      }
    }
  }

  return {
    format: {
      kind: 'xlsx',
      encoding: null,
      delimiter: null,
      sheets: sheet.sheets.map(storable),
      sheet: storable(sheet.sheet),
    },
    headings: headings.map(storable),
    rows,
    warnings: () => sheet.warnings.map((warning) => printable(storable(warning))),
  };
}
