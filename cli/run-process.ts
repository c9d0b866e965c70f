import { CommandFailure, exitCodes, failureOf, printFailure } from '@millwright/core/cli';
import { CommanderError } from 'commander';
import platform from '../platform.config.ts';
import { commands } from './commands/index.ts';
import { completionRequest } from './completion-request.ts';
import { buildProgram, type InstalledCommand } from './program.ts';
import { runCommand } from './run-command.ts';
import { version } from './version.ts';

/** Commands of all installed plugins. One that cannot be loaded must not take `doctor` and the others with it. */
async function pluginCommands(): Promise<InstalledCommand[]> {
  const lists = await Promise.all(
    platform.plugins.map(async ({ id, cli }) => {
      if (!cli) return [];
      try {
        return (await cli()).default.map((command) => ({ command, pluginID: id }));
      } catch (error) {
        process.stderr.write(`warning: the commands of the plugin "${id}" cannot be loaded: ${String(error)}\n`);
        return [];
      }
    }),
  );
  return lists.flat();
}

/** Runs one command line and answers the exit code. */
export async function runProcess(argv: readonly string[]): Promise<number> {
  const isJSON = argv.includes('--json');
  // A pipe whose reader has gone is no fault; a running command hears of it by itself.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  let exitCode: number = exitCodes.ok;
  try {
    const isCompleting = argv[0] === completionRequest;
    const own = isCompleting ? commands.filter(({ name }) => name !== 'completion') : commands;
    const installed = [...own.map((command) => ({ command, pluginID: undefined })), ...(await pluginCommands())];
    const program = buildProgram(version, installed, async (command, input, globals) => {
      exitCode = await runCommand(command, input, globals);
    });
    for (const each of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
      each.exitOverride().configureOutput({ outputError: () => {}, writeErr: () => {} });
    if (isCompleting) {
      // The adapter reads the whole program, so it can only be added once that is complete.
      const { addCompletion } = await import('./completion.ts');
      addCompletion(program);
    }
    if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      const message = error.message.replace(/^error: /, '');
      const isBareGroup = error.code === 'commander.help';
      printFailure(
        process.stderr,
        new CommandFailure({
          message: isBareGroup ? `Which command of "${argv[0]}"?` : message,
          code: 'usage',
          exitCode: exitCodes.usage,
          hint: `See millwright ${isBareGroup ? `${argv[0]} ` : ''}--help`,
        }),
        isJSON,
      );
      return exitCodes.usage;
    }
    const failure = failureOf(error);
    if (!failure) {
      console.error(error);
      return exitCodes.failed;
    }
    printFailure(process.stderr, failure, isJSON);
    return failure.exitCode;
  }
  return exitCode;
}
