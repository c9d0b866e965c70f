import type { ApiError } from '../contracts/client.ts';
import type { FieldError, Problem } from '../contracts/endpoints/problem.ts';
import { type ExitCode, exitCodes } from './exit-code.ts';

/** A failure with a message for people: printed on stderr without a stack, with a stable code for scripts. */
export class CommandFailure extends Error {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly errors: readonly FieldError[];
  /** Advice, printed on a line of its own. */
  readonly hint: string | undefined;

  constructor(parts: {
    message: string;
    code: string;
    exitCode: ExitCode;
    errors?: readonly FieldError[];
    hint?: string;
    cause?: unknown;
  }) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = 'CommandFailure';
    this.code = parts.code;
    this.exitCode = parts.exitCode;
    this.errors = parts.errors ?? [];
    this.hint = parts.hint;
  }
}

/** Wrong usage that commander cannot detect, such as a missing file; exit code 2. */
export const usageFailure = (message: string, hint?: string): CommandFailure =>
  new CommandFailure({ message, code: 'usage', exitCode: exitCodes.usage, hint });

/** A refusal because of the input or the state; exit code 3. */
export const refusal = (code: string, message: string, parts: { errors?: FieldError[]; hint?: string } = {}) =>
  new CommandFailure({ message, code, exitCode: exitCodes.refused, ...parts });

/** The person pressed Ctrl-C or answered no; exit code 130. */
export const interruption = (): CommandFailure =>
  new CommandFailure({ message: 'Interrupted', code: 'interrupted', exitCode: exitCodes.interrupted });

const refusedConnection = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
]);
/**
 * SQLSTATEs of a connection refused by PostgreSQL: password, user, database, starting up or shutting down, too many.
 */
const refusedDatabase = new Set(['28P01', '28000', '3D000', '57P03', '57P01', '53300']);
const fileFaults: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'you may not read or write it',
  EPERM: 'you may not read or write it',
  EEXIST: 'it is there already',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};
/** Errors of the kernel with a message for people. */
const explained = new Set(['BootError', 'PortTakenError', 'EmbeddedPostgresError', 'DatabaseAddressError']);

/** Compares names instead of classes, because importing the classes would load zod with every `--help`. */
const hasStatus = (error: Error): error is ApiError | Problem => error.name === 'ApiError' || error.name === 'Problem';

const exitCodeOf = (status: number): ExitCode => {
  if (status === 0 || status === 503) return exitCodes.unreachable;
  if (status === 401 || status === 403) return exitCodes.denied;
  return status >= 500 ? exitCodes.failed : exitCodes.refused;
};

/** Converts any error to a failure with an exit code; undefined for an unexpected error, which keeps its stack. */
export function failureOf(error: unknown): CommandFailure | undefined {
  if (error instanceof CommandFailure) return error;
  if (!(error instanceof Error)) return undefined;
  if (hasStatus(error))
    return new CommandFailure({
      message: error.message,
      code: error.code,
      exitCode: exitCodeOf(error.status),
      errors: error.errors,
      hint: error.status === 401 ? 'Sign in again: millwright login' : undefined,
      cause: error,
    });
  if (error.name === 'AbortError') return interruption();
  if (explained.has(error.name))
    return new CommandFailure({ message: error.message, code: 'failed', exitCode: exitCodes.failed, cause: error });
  if (/^The configuration is wrong/.test(error.message))
    return new CommandFailure({ message: error.message, code: 'configuration', exitCode: exitCodes.failed });
  if (refusedDatabase.has((error as { code?: string }).code ?? ''))
    return new CommandFailure({
      message: `The database cannot be opened: ${error.message}`,
      code: 'database_unreachable',
      exitCode: exitCodes.unreachable,
      hint: 'Check DATABASE_URL: server, database, user and password',
      cause: error,
    });
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code && syscall && path)
    return new CommandFailure({
      message: `${path}: ${fileFaults[code] ?? error.message}`,
      code: 'file_failed',
      exitCode: exitCodes.failed,
      cause: error,
    });
  if (refusedConnection.has((error as NodeJS.ErrnoException).code ?? ''))
    return new CommandFailure({ message: error.message, code: 'unreachable', exitCode: exitCodes.unreachable });
  return undefined;
}
