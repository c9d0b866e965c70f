import { inWorker } from '@millwright/core/server';
import type { LabelPrint } from './draw-labels.ts';

/** In a build the worker lies beside the program that starts it. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './label-pdf-worker.ts' : './label-pdf-worker.js',
  import.meta.url,
);

/**
 * The labels as a PDF, one page each, of exactly the label's size. A single page is drawn here, which takes less time
 * than starting a thread. More pages are drawn in a worker thread, so that the server stays responsive.
 */
export async function labelPDF(print: LabelPrint): Promise<Uint8Array> {
  if (print.labels.length > 1) return inWorker<Uint8Array>(program, print, { memory: 256, longest: 60_000 });
  // Loaded with the first label, because the libraries take 37 MB and much of the start time.
  const { drawLabels } = await import('./draw-labels.ts');
  return drawLabels(print);
}
