import { runProcess } from '../run-process.ts';

/** A command line for a process that is loaded already. */
export interface LoadedCall {
  args: readonly string[];
  env: Record<string, string>;
}

export interface LoadedAnswer {
  exitCode: number;
  stdout: string;
  stderr: string;
}

// Program of its own: carries out the command lines that it is sent, one after the other, and sends back what each has
// said.
const written = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'] as const) {
  // Every command listens for a reader that has gone.
  process[name].setMaxListeners(0);
  process[name].write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    return true;
  }) as typeof process.stdout.write;
}

process.on('message', async ({ args, env }: LoadedCall) => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  written.stdout = '';
  written.stderr = '';
  const exitCode = await runProcess(args);
  process.send?.({ exitCode, ...written } satisfies LoadedAnswer);
});
