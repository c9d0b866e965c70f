// A thread that takes too much, as `workerData` says: memory, or all of its own time.
import { parentPort, workerData } from 'node:worker_threads';

const { want } = workerData as { want: 'memory' | 'time' };
parentPort?.postMessage({ began: 'job-1', what: `event ${want}` });
parentPort?.on('message', () => parentPort?.close());
const held: number[][] = [];
// Not at once: the message has to leave first.
setImmediate(() => {
  for (;;) if (want === 'memory') held.push(Array.from({ length: 100_000 }, (_, index) => index));
});
