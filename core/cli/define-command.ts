import type { PermissionCode } from '../contracts/plugins/permission.ts';
import type { AdministratorContext, CommandContext, OperatorContext } from './command-context.ts';

/**
 * Kind of command. `operator`: on the machine, with the database. `administrator`: against a server, signed in.
 * `local`: neither, such as scaffolding.
 */
export type CommandKind = 'operator' | 'administrator' | 'local';

/** A positional argument. The order of the record's keys is the order in the command line. */
export interface ArgumentDefinition {
  summary: string;
  optional?: boolean;
  /** Takes all remaining values; only for the last argument. */
  variadic?: boolean;
  choices?: readonly string[];
}

interface OptionParts {
  summary: string;
  /** One letter: `o` for `-o`. */
  short?: string;
}

/** An option; its key in camelCase is the flag in kebab-case: `customerGroup` is `--customer-group`. */
export type OptionDefinition =
  | (OptionParts & { type: 'flag' })
  | (OptionParts & {
      type: 'text';
      /** Placeholder of the value in `--help`: `FILE`. */
      value: string;
      choices?: readonly string[];
      default?: string;
      required?: boolean;
    })
  | (OptionParts & { type: 'number'; value?: string; default?: number; required?: boolean })
  /** May be given several times. */
  | (OptionParts & { type: 'list'; value: string });

type ArgumentValue<A extends ArgumentDefinition> =
  | (A extends { variadic: true } ? string[] : A extends { choices: readonly (infer C)[] } ? C : string)
  | (A extends { optional: true } ? undefined : never);

type OptionValue<O extends OptionDefinition> = O extends { type: 'flag' }
  ? boolean
  : O extends { type: 'list' }
    ? string[]
    :
        | (O extends { type: 'number' } ? number : O extends { choices: readonly (infer C)[] } ? C : string)
        | (O extends { default: string | number } | { required: true } ? never : undefined);

type Arguments = Record<string, ArgumentDefinition>;
type Options = Record<string, OptionDefinition>;

/** The arguments and options of `run` by name, typed by their definitions. */
export type CommandInput<A extends Arguments, O extends Options> = {
  [Name in keyof A]: ArgumentValue<A[Name]>;
} & { [Name in keyof O]: OptionValue<O[Name]> };

/** The context of a kind of command. */
export type ContextOf<Kind extends CommandKind> = Kind extends 'operator'
  ? OperatorContext
  : Kind extends 'administrator'
    ? AdministratorContext
    : CommandContext;

export interface CommandDefinition<Kind extends CommandKind, A extends Arguments, O extends Options> {
  /** One or two words: `status`, `account create`, `import products`. Unique in an installation. */
  name: string;
  /** Summary in `--help`, one line without a full stop. */
  summary: string;
  /** Further text in the command's own `--help`: examples, limits. */
  description?: string;
  kind: Kind;
  /** Right of an administrator, checked before `run` and again by the server. */
  needs?: PermissionCode;
  /** True if it writes. The command then has `--dry-run` and must respect `ctx.isDryRun`. */
  writes?: boolean;
  /** True if it handles signals itself, like a server; `ctx.signal` then never aborts. */
  ownsSignals?: boolean;
  arguments?: A;
  options?: O;
  /**
   * The work. Import heavy modules inside it (`await import('./print-labels.tsx')`), because `--help` loads the modules
   * of all commands. Throw `CommandFailure`, `Problem` or `ApiError`; a returned exit code ends the process.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands answer nothing
  run(ctx: ContextOf<Kind>, input: CommandInput<A, O>): Promise<number | void>;
}

// biome-ignore lint/suspicious/noExplicitAny: any command, whatever its input
export type AnyCommand = CommandDefinition<any, any, any>;

/**
 * Declares a command. A plugin's `cli/index.ts` exports a list of commands as default, and platform.config.ts names
 * that module: `cli: () => import('@millwright/<id>/cli')`. `--json`, `--yes`, `--profile`, `--account` and `--dry-run`
 * are added automatically.
 */
export function defineCommand<
  const Kind extends CommandKind,
  const A extends Arguments = Record<never, never>,
  const O extends Options = Record<never, never>,
>(definition: CommandDefinition<Kind, A, O>): CommandDefinition<Kind, A, O> {
  const { name } = definition;
  const fault = (what: string) => new Error(`The command "${name}" ${what}`);
  if (!/^[a-z][a-z0-9-]*( [a-z][a-z0-9-]*)?$/.test(name)) throw fault('has to be one or two lower-case words');
  const names = Object.keys(definition.arguments ?? {});
  for (const option of Object.keys(definition.options ?? {}))
    if (
      names.includes(option) ||
      reserved.has(option) ||
      (definition.kind === 'administrator' && ofProfile.has(option)) ||
      (definition.kind === 'operator' && option === 'env')
    )
      throw fault(`may not have an option "${option}"`);
  const variadic = Object.values(definition.arguments ?? {}).findIndex((argument) => argument.variadic);
  if (variadic >= 0 && variadic < names.length - 1) throw fault('can only take several values in its last argument');
  return definition;
}

/** Options added by the framework. */
const reserved = new Set(['json', 'yes', 'dryRun', 'help']);
/** Further options of commands against a server. */
const ofProfile = new Set(['profile', 'account']);
