import { resolve } from 'node:path';
import { inspect } from 'node:util';
import {
  type CommandContext,
  CommandFailure,
  createOutput,
  exitCodes,
  failureOf,
  interruption,
  printFailure,
  type TextSink,
} from '@millwright/core/cli';
import type { GlobalInput, InstalledCommand } from './program.ts';
import type { Surroundings } from './surroundings.ts';

/** How long a command may take to clean up after a signal before it is ended. */
const patienceMilliseconds = 10_000;

/**
 * Carries one command out and answers its exit code: builds its context, ends it on a signal, reports what it threw.
 */
export async function runCommand(
  { command, pluginID }: InstalledCommand,
  input: Record<string, unknown>,
  globals: GlobalInput,
  surroundings: Surroundings,
): Promise<number> {
  const { stdin, stdout, stderr, env } = surroundings;
  const endings: (() => void | Promise<void>)[] = [];
  const aborted = new AbortController();
  let signalExit: number | undefined;
  const isInteractive = !globals.json && !globals.yes && Boolean(stdin.isTTY && stderr.isTTY);
  const base: CommandContext = {
    ...createOutput({
      stdout,
      stderr,
      isJSON: globals.json,
      isYes: globals.yes,
      isInteractive,
    }),
    isInteractive,
    isJSON: globals.json,
    isDryRun: globals.dryRun,
    signal: aborted.signal,
    env,
    stdin,
    stdout,
    pathOf: (file) => resolve(surroundings.cwd(), file),
    onEnd: (work) => void endings.push(work),
  };
  const onSignal = (signal: 'SIGINT' | 'SIGTERM'): void => {
    const isFirst = signalExit === undefined;
    const code = signal === 'SIGTERM' ? exitCodes.terminated : exitCodes.interrupted;
    signalExit ??= code;
    aborted.abort(interruption());
    if (isFirst) setTimeout(() => surroundings.exit(code), patienceMilliseconds).unref();
  };
  /** The reader of a pipe has gone (`| head`): nobody wants the rest, and that is no fault. */
  const onBrokenPipe = (error: NodeJS.ErrnoException): void => {
    if (error.code !== 'EPIPE') return;
    signalExit ??= exitCodes.ok;
    aborted.abort(interruption());
  };
  if (!command.ownsSignals) {
    surroundings.on('SIGINT', onSignal);
    surroundings.on('SIGTERM', onSignal);
  }
  stdout.on('error', onBrokenPipe);
  let exitCode: number = exitCodes.ok;
  const report = (error: unknown): void => {
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'EPIPE') signalExit ??= exitCodes.ok;
    const failure = signalExit === undefined ? withHelp(failureOf(error), command.name) : interruption();
    exitCode = signalExit ?? failure?.exitCode ?? exitCodes.failed;
    if (signalExit === exitCodes.ok) return;
    if (failure) printFailure(stderr, failure, globals.json);
    else if (globals.json) printFailure(stderr, unforeseen(error), true);
    else stderr.write(`${inspect(error)}\n`);
  };
  try {
    const ctx = await contextOf(command.kind, base, pluginID, command.needs, globals, stderr);
    exitCode = (await orAborted(command.run(ctx as never, input), aborted.signal)) ?? exitCodes.ok;
  } catch (error) {
    report(error);
  }
  for (const work of endings.reverse())
    try {
      await work();
    } catch (error) {
      report(error);
    }
  surroundings.off('SIGINT', onSignal);
  surroundings.off('SIGTERM', onSignal);
  stdout.off('error', onBrokenPipe);
  return exitCode;
}

/** Wrong usage that names no way out of its own is told where the command is explained. */
const withHelp = (failure: CommandFailure | undefined, name: string): CommandFailure | undefined =>
  failure?.exitCode === exitCodes.usage && failure.hint === undefined
    ? new CommandFailure({ ...failure, message: failure.message, hint: `See millwright ${name} --help` })
    : failure;

const unforeseen = (error: unknown): CommandFailure =>
  new CommandFailure({ message: String(error), code: 'internal_error', exitCode: exitCodes.failed });

const momentMilliseconds = 2_000;

/**
 * The answer of a command, or after a signal the reason, a moment later: a command that looks at the signal ends by
 * itself and removes what is half-written; work that does not is left behind, and its connections are closed.
 */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener(
      'abort',
      () => {
        timer = setTimeout(() => reject(signal.reason), momentMilliseconds);
      },
      { once: true },
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function contextOf(
  kind: string,
  base: CommandContext,
  pluginID: string | undefined,
  needs: string | undefined,
  globals: GlobalInput,
  stderr: TextSink,
): Promise<CommandContext> {
  if (kind === 'operator') {
    const { operatorContext } = await import('./operator-context.ts');
    return operatorContext(base, stderr);
  }
  if (kind === 'administrator') {
    const { administratorContext } = await import('./profile/administrator-context.ts');
    return administratorContext(base, { pluginID, needs, profile: globals.profile, account: globals.account });
  }
  return base;
}
