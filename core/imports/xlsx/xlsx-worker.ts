import { parentPort, workerData } from 'node:worker_threads';
import type { SourceRow } from '../tables/source-table.ts';
import { UnreadableWorkbookError } from './xlsx-package.ts';
import { type ReadSheet, readWorkbook } from './xlsx-workbook.ts';

/** The worker's input. */
export interface WorkbookTask {
  bytes: Uint8Array;
  sheet: string | undefined;
}

/** The worker's messages: batches of rows as JSON in UTF-8, then the sheet, or the reason why it cannot be read. */
export type WorkbookAnswer = { rows: Uint8Array } | { sheet: ReadSheet } | { refused: string };

const rowsAtOnce = 1_000;
const charactersAtOnce = 1_000_000;

const answer = (value: WorkbookAnswer): void =>
  parentPort?.postMessage(value, 'rows' in value ? [value.rows.buffer as ArrayBuffer] : []);

let rows: SourceRow[] = [];
let characters = 0;
const send = (): void => {
  // TextEncoder allocates a buffer of its own, which can be transferred; small Buffers share one that cannot.
  if (rows.length) answer({ rows: new TextEncoder().encode(JSON.stringify(rows)) });
  rows = [];
  characters = 0;
};

const { bytes, sheet } = workerData as WorkbookTask;
try {
  const read = await readWorkbook(bytes, sheet, (row) => {
    rows.push(row);
    for (const cell of row.cells) characters += cell.length;
    if (rows.length === rowsAtOnce || characters > charactersAtOnce) send();
  });
  send();
  answer({ sheet: read });
} catch (error) {
  if (!(error instanceof UnreadableWorkbookError)) throw error;
  answer({ refused: error.message });
}
