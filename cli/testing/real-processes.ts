import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts processes of a test file and ends those that still run. */
export interface RealProcesses {
  begin(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** Kills running processes, and waits for their end. */
  end(): Promise<void>;
}

/**
 * Starting a process costs the loading of the program, so a test file declares its largest number of processes; a test
 * sums them up. Real processes are for signals, pipes, and files written by two of them.
 */
export function realProcesses(most: number): RealProcesses {
  const running = new Set<ChildProcess>();
  let begun = 0;
  return {
    begin(program, args, options) {
      begun += 1;
      if (begun > most) throw new Error(`This test file says that it begins ${most} processes, and wants one more`);
      const child = spawn(program, args, options);
      running.add(child);
      child.once('exit', () => running.delete(child));
      return child;
    },
    async end() {
      await Promise.all(
        [...running].map(async (child) => {
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          await gone;
        }),
      );
    },
  };
}
