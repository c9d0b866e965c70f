import { Worker } from 'node:worker_threads';

export interface WorkerLimits {
  /** Megabytes that its objects may take. */
  memory: number;
  /** Milliseconds it may take. */
  longest: number;
}

/**
 * What a module that runs in a thread of its own posts first, given `task` as its `workerData`: for work that would
 * keep every other call waiting.
 * @throws what went wrong in it; Error where it takes more than it may
 */
export function inWorker<Answer>(program: URL, task: unknown, { memory, longest }: WorkerLimits): Promise<Answer> {
  const worker = new Worker(program, { workerData: task, resourceLimits: { maxOldGenerationSizeMb: memory } });
  return new Promise<Answer>((done, failed) => {
    const timer = setTimeout(
      () => failed(new Error(`${program.pathname} took longer than ${longest / 1000} seconds`)),
      longest,
    );
    worker.once('message', done);
    worker.once('error', failed);
    worker.once('exit', () => failed(new Error(`${program.pathname} ended without an answer`)));
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => void worker.terminate());
}
