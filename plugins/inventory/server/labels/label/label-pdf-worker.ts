// Worker thread that draws a PDF of labels; see `labelPDF`.
import { parentPort, workerData } from 'node:worker_threads';
import { drawLabels, type LabelPrint } from './draw-labels.ts';

parentPort?.postMessage(await drawLabels(workerData as LabelPrint));
