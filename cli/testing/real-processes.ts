import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Begins processes of a test file and ends those that still run. */
export interface RealProcesses {
  begin(program: string, args: readonly string[], options: SpawnOptions): ChildProcess;
  /** Kills what runs, and waits until it is gone. */
  end(): Promise<void>;
}

/**
 * Real processes cost what loading the program costs, so a test file says how many it begins, at most; a test adds them
 * up. They are for what only a process has: signals, pipes, files that two of them write.
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
