import { Worker } from 'node:worker_threads';

export interface WorkerLimits {
  /** Largest heap in megabytes. */
  memory: number;
  /** Longest run in milliseconds. */
  longest: number;
}

/**
 * The first message of a module that runs in its own thread with `task` as `workerData`. For work that would block the
 * event loop.
 * @throws the module's error; Error where it exceeds a limit
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
