// A thread that exhausts the memory or blocks its event loop, as `workerData` says.
import { parentPort, workerData } from 'node:worker_threads';

const { want } = workerData as { want: 'memory' | 'time' };
parentPort?.postMessage({ began: 'job-1', what: `event ${want}` });
parentPort?.on('message', () => parentPort?.close());
const held: number[][] = [];
// Deferred, so that the message leaves first.
setImmediate(() => {
  for (;;) if (want === 'memory') held.push(Array.from({ length: 100_000 }, (_, index) => index));
});
