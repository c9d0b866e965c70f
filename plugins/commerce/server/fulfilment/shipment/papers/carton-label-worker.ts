// Draws a PDF of carton labels in its own thread; see `cartonLabelPDF`.
import { parentPort, workerData } from 'node:worker_threads';
import type { CartonLabel } from './carton-label.ts';
import { drawCartonLabels } from './draw-carton-labels.ts';

parentPort?.postMessage(await drawCartonLabels(workerData as readonly CartonLabel[]));
