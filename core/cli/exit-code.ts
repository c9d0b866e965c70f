/** Exit codes of the process. Scripts depend on them, so their meaning never changes. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  denied: 4,
  unreachable: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** One sentence per exit code, for `--help` and the documentation. */
export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [exitCodes.ok, 'done'],
  [exitCodes.failed, 'failed: something nobody foresaw, or part of the machine does not work'],
  [exitCodes.usage, 'wrong usage: unknown command or option, missing argument, or a question nobody can answer'],
  [exitCodes.refused, 'refused: the input is not valid, the state does not allow it, or doctor found faults'],
  [exitCodes.denied, 'not signed in, or without the right to do this'],
  [exitCodes.unreachable, 'the server or the database cannot be reached, or is not running'],
  [exitCodes.interrupted, 'interrupted by Ctrl-C'],
  [exitCodes.terminated, 'ended by SIGTERM'],
];
