import type { CommandContext, TextSink } from '@millwright/core/cli';

type StopSignal = 'SIGINT' | 'SIGTERM';

/** The process that a command line runs in: `process`, or its replacement in tests. */
export interface Surroundings extends Pick<CommandContext, 'env' | 'stdin' | 'stdout'> {
  readonly stderr: TextSink;
  /** Working directory of the call. */
  cwd(): string;
  on(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  exit(code: number): void;
}
