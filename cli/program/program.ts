import { type AnyCommand, exitCodeMeanings, type OptionDefinition } from '@millwright/core/cli';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';

/** A command with its plugin; undefined for our own commands. */
export interface InstalledCommand {
  command: AnyCommand;
  pluginID: string | undefined;
}

/** Options of every command. */
export interface GlobalInput {
  json: boolean;
  yes: boolean;
  dryRun: boolean;
  profile: string | undefined;
  account: string | undefined;
  /** Settings file of the installation. */
  env: string | undefined;
}

const headings = {
  operator: 'On the machine:',
  administrator: 'Against a server:',
  local: 'Signing in and tools:',
} as const;

const groupSummaries: Record<string, string> = {
  account: 'accounts of this installation',
  edi: 'documents of trading partners: read, check, pull, send',
  demo: 'the demo data: turn it into real accounts, or remove it',
  jobs: 'work that runs in the background',
  plugin: 'plugins of an account',
  secret: 'the secret that passwords and keys of this installation hang on',
  service: 'files that make it a service of the machine',
  user: 'people who sign in',
  new: 'write a plugin or a part of one from a template',
  import: 'bring records in from files',
};

const flagOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

function optionOf(name: string, definition: OptionDefinition): Option {
  const flags = `${definition.short ? `-${definition.short}, ` : ''}${flagOf(name)}`;
  if (definition.type === 'flag') return new Option(flags, definition.summary).default(false, '');
  if (definition.type === 'list')
    return new Option(`${flags} <${definition.value}>`, `${definition.summary} (may be repeated)`)
      .default([], '')
      .argParser((value: string, before: string[]) => [...before, value]);
  const option = new Option(`${flags} <${definition.value ?? 'N'}>`, definition.summary);
  if (definition.default !== undefined) option.default(definition.default);
  if (definition.required) option.makeOptionMandatory();
  if (definition.type === 'text' && definition.choices) option.choices(definition.choices);
  if (definition.type === 'number')
    option.argParser((value: string) => {
      const number = Number(value);
      if (value.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It has to be a number.');
      return number;
    });
  return option;
}

function leaf(program: Command, { command, pluginID }: InstalledCommand, run: Runner): Command {
  const name = command.name.split(' ').at(-1) as string;
  const built = program.createCommand(name).summary(command.summary);
  built.description(command.description ? `${command.summary}\n\n${command.description}` : command.summary);
  for (const [key, definition] of Object.entries((command.arguments ?? {}) as Record<string, never>)) {
    const { summary, optional, variadic, choices } = definition as {
      summary: string;
      optional?: boolean;
      variadic?: boolean;
      choices?: readonly string[];
    };
    const shown = `${key}${variadic ? '...' : ''}`;
    const argument = new Argument(optional ? `[${shown}]` : `<${shown}>`, summary);
    if (choices) argument.choices(choices);
    built.addArgument(argument);
  }
  for (const [key, definition] of Object.entries((command.options ?? {}) as Record<string, OptionDefinition>))
    built.addOption(optionOf(key, definition));
  if (command.writes) built.option('--dry-run', 'say what would happen, write nothing');
  if (command.kind === 'administrator') {
    built.option('--profile <NAME>', 'profile to use instead of the current one');
    built.option('--account <SLUG>', 'account to work in, by slug or id');
  }
  if (command.kind === 'operator')
    built.option('--env <FILE>', 'settings of the installation; /etc/millwright.env where that can be read');
  built.option('--json', 'one JSON document on stdout, progress and errors as JSON lines on stderr');
  built.option('-y, --yes', 'answer every question with yes, show no screens');
  built.action(async (...given: unknown[]) => {
    const options = built.opts();
    const values = Object.keys(command.arguments ?? {}).map((key, index) => [key, given[index]]);
    const { json = false, yes = false, dryRun = false, ...rest } = options;
    const isAdministrator = command.kind === 'administrator';
    const isOperator = command.kind === 'operator';
    const { profile, account, ...withoutProfile } = rest;
    const { env, ...withoutFile } = rest;
    await run(
      { command, pluginID },
      { ...(isAdministrator ? withoutProfile : isOperator ? withoutFile : rest), ...Object.fromEntries(values) },
      {
        json,
        yes,
        dryRun,
        ...(isAdministrator ? { profile, account } : { profile: undefined, account: undefined }),
        env: isOperator ? env : undefined,
      },
    );
  });
  return built;
}

/** Runs a command with its parsed input. */
export type Runner = (
  installed: InstalledCommand,
  input: Record<string, unknown>,
  globals: GlobalInput,
) => Promise<void>;

/** Builds the commander program; a name used by two commands is an error that names both. */
export function buildProgram(version: string, commands: readonly InstalledCommand[], run: Runner): Command {
  const program = new Command('millwright')
    .description('Multi-tenant back office and customer portal for manufacturers and distributors')
    .version(version)
    .showSuggestionAfterError()
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nExit codes:\n' +
        `${exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n')}`,
    );
  const owners = new Map<string, string>();
  for (const installed of commands) {
    const { command, pluginID } = installed;
    const owner = pluginID ?? 'millwright';
    const other = owners.get(command.name);
    if (other !== undefined)
      throw new Error(`The command "${command.name}" is claimed by "${other}" and "${owner}": rename one of them`);
    owners.set(command.name, owner);
    const [group, name] = command.name.split(' ') as [string, string | undefined];
    const built = leaf(program, installed, run);
    if (name === undefined) {
      program.addCommand(built.helpGroup(headings[command.kind as keyof typeof headings]));
      continue;
    }
    let parent = program.commands.find((each) => each.name() === group);
    if (!parent) {
      parent = program.command(group);
      parent.helpGroup(headings[command.kind as keyof typeof headings]).helpCommand(false);
    }
    parent.addCommand(built);
    // A group with a single command uses that command's summary.
    const all = parent.commands.map((each) => each.name());
    const what = groupSummaries[group] ?? (all.length === 1 ? built.summary() : all.join(', '));
    parent.summary(what).description(what);
  }
  return program;
}
