import { inWorker } from '@millwright/core/server';
import type { LabelPrint } from './draw-labels.ts';

/** Built, it lies beside whatever starts it. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? './label-pdf-worker.ts' : './label-pdf-worker.js',
  import.meta.url,
);

/**
 * The labels as a PDF, one page each, of exactly their size. One page is drawn here, in less time than a thread takes
 * to begin;
 * more in a thread of its own, so that nobody waits meanwhile.
 */
export async function labelPDF(print: LabelPrint): Promise<Uint8Array> {
  if (print.labels.length > 1) return inWorker<Uint8Array>(program, print, { memory: 256, longest: 60_000 });
  // Its libraries take 37 MB and a good part of the time of a start: they come with the first label.
  const { drawLabels } = await import('./draw-labels.ts');
  return drawLabels(print);
}
