import { inspect } from 'node:util';
import {
  type AnyCommand,
  CommandFailure,
  exitCodes,
  failureOf,
  printFailure,
  type TextSink,
} from '@millwright/core/cli';
import { type Command, CommanderError } from 'commander';
import platform from '../../platform.config.ts';
import { commands } from '../commands/index.ts';
import { version } from '../installation/version.ts';
import { completionRequest } from './completion-request.ts';
import { buildProgram, type InstalledCommand } from './program.ts';
import { runCommand } from './run-command.ts';
import type { Surroundings } from './surroundings.ts';

/**
 * Commands of all installed plugins. A plugin that cannot be loaded must not affect `doctor` and the other commands.
 */
async function pluginCommands(stderr: TextSink): Promise<InstalledCommand[]> {
  const lists = await Promise.all(
    platform.plugins.map(async ({ id, cli }) => {
      if (!cli) return [];
      try {
        return (await cli()).default.map((command) => ({ command, pluginID: id }));
      } catch (error) {
        stderr.write(`warning: the commands of the plugin "${id}" cannot be loaded: ${String(error)}\n`);
        return [];
      }
    }),
  );
  return lists.flat();
}

/** `millwright account create --help` */
function helpOf(command: Command | undefined): string {
  const names: string[] = [];
  for (let each: Command | null | undefined = command; each?.parent; each = each.parent) names.unshift(each.name());
  return ['millwright', ...names, '--help'].join(' ');
}

/**
 * Runs a command line and answers the exit code.
 * @param ours commands that belong to no plugin
 */
export async function runCommandLine(
  argv: readonly string[],
  surroundings: Surroundings,
  ours: readonly AnyCommand[] = commands,
): Promise<number> {
  const { stdout, stderr } = surroundings;
  const isJSON = argv.includes('--json');
  // A closed pipe (`| head`) is not an error; the running command handles it.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  let exitCode: number = exitCodes.ok;
  /** The command whose arguments were wrong, for showing its help. */
  let refusing: Command | undefined;
  try {
    const installed = [...ours.map((command) => ({ command, pluginID: undefined })), ...(await pluginCommands(stderr))];
    const program = buildProgram(version, installed, async (command, input, globals) => {
      exitCode = await runCommand(command, input, globals, surroundings);
    });
    for (const each of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
      each
        .exitOverride((error) => {
          refusing = each;
          throw error;
        })
        .configureOutput({ writeOut: (text) => stdout.write(text), outputError: () => {}, writeErr: () => {} });
    if (argv[0] === completionRequest) {
      const { suggest } = await import('./completion.ts');
      suggest(program, argv.slice(argv[1] === '--' ? 2 : 1));
    } else if (argv.length === 0) program.outputHelp();
    else await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok;
      const message = error.message.replace(/^error: /, '');
      const isBareGroup = error.code === 'commander.help';
      printFailure(
        stderr,
        new CommandFailure({
          message: isBareGroup ? `Which command of "${argv[0]}"?` : message,
          code: 'usage',
          exitCode: exitCodes.usage,
          hint: `See ${helpOf(refusing)}`,
        }),
        isJSON,
      );
      return exitCodes.usage;
    }
    const failure = failureOf(error);
    if (!failure) {
      stderr.write(`${inspect(error)}\n`);
      return exitCodes.failed;
    }
    printFailure(stderr, failure, isJSON);
    return failure.exitCode;
  }
  return exitCode;
}
