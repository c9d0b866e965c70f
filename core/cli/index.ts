/**
 * API for commands. It is light, because `--help` loads the modules of all commands. Ink components are in
 * `@millwright/core/cli/components`, to be imported inside `run`.
 */
export type { AdministratorContext, CommandContext, OperatorContext } from './command-context.ts';
export { CommandFailure, failureOf, interruption, refusal, usageFailure } from './command-failure.ts';
export {
  type AnyCommand,
  type ArgumentDefinition,
  type CommandInput,
  type CommandKind,
  defineCommand,
  type OptionDefinition,
} from './define-command.ts';
export { type ExitCode, exitCodeMeanings, exitCodes } from './exit-code.ts';
export {
  createOutput,
  type Output,
  type OutputOptions,
  type ProgressLine,
  printFailure,
  type TextSink,
} from './output/output.ts';
export type { TableColumn } from './output/table-layout.ts';
export { plainFile, plainText } from './output/text-width.ts';
