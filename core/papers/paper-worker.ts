// Draws a document in a thread of its own; see `documentPDF`.
import { parentPort, workerData } from 'node:worker_threads';
import { drawPaper } from './draw-paper.ts';
import type { PrintedDocument } from './printed-document.ts';

parentPort?.postMessage(await drawPaper(workerData as PrintedDocument));
