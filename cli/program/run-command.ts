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

/** Time for a command to clean up after a signal before it is ended. */
const patienceMilliseconds = 10_000;

/** Runs a command and answers its exit code: builds its context, ends it on a signal, reports its errors. */
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
  /** The reader of a pipe has gone (`| head`), which is not an error. */
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
    exitCode = (await orAborted(command.run(ctx, input), aborted.signal)) ?? exitCodes.ok;
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

/** Adds a hint to the command's help to usage errors without a hint of their own. */
const withHelp = (failure: CommandFailure | undefined, name: string): CommandFailure | undefined =>
  failure?.exitCode === exitCodes.usage && failure.hint === undefined
    ? new CommandFailure({ ...failure, message: failure.message, hint: `See millwright ${name} --help` })
    : failure;

const unforeseen = (error: unknown): CommandFailure =>
  new CommandFailure({ message: String(error), code: 'internal_error', exitCode: exitCodes.failed });

const momentMilliseconds = 2_000;

/**
 * The result of a command or, shortly after a signal, the signal's reason. A command that observes the signal ends by
 * itself and removes incomplete files; other work is abandoned, and its connections are closed.
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
    const [{ operatorContext }, { withSettings }] = await Promise.all([
      import('../installation/operator-context.ts'),
      import('../installation/settings-file.ts'),
    ]);
    const { env, file, warning } = withSettings(base.env, base.pathOf, globals.env);
    if (file) base.note(`Settings: ${file}`);
    if (warning) base.note(warning);
    return operatorContext({ ...base, env }, stderr);
  }
  if (kind === 'administrator') {
    const { administratorContext } = await import('../operations/profile/administrator-context.ts');
    return administratorContext(base, { pluginID, needs, profile: globals.profile, account: globals.account });
  }
  return base;
}
