import type { CommandContext, TextSink } from '@millwright/core/cli';

type StopSignal = 'SIGINT' | 'SIGTERM';

/** Where a command line is called: `process`, or what stands for it where the program is loaded already. */
export interface Surroundings extends Pick<CommandContext, 'env' | 'stdin' | 'stdout'> {
  readonly stderr: TextSink;
  /** The folder in which it was called. */
  cwd(): string;
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  exit(code: number): void;
}
