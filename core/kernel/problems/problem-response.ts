import { z } from 'zod';
import { type FieldError, Problem, type ProblemBody, problems } from '../../contracts/endpoints/problem.ts';
import { columnsOfTable } from '../../database/statistics/table-columns.ts';

/** Field name of a column in the API: `customerID` for `account_id, customer_id` of a constraint. */
const fieldOf = (columnName: string): string =>
  columnName
    .trim()
    .replaceAll(/_id$/g, '_ID')
    .replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    .replaceAll('_ID', 'ID');

interface DatabaseFault {
  code?: string;
  detail?: string;
  constraint?: string;
  schema?: string;
  column?: string;
  table?: string;
  message?: string;
  cause?: unknown;
}

const databaseFault = (error: unknown): DatabaseFault | undefined => {
  for (
    let current = error as DatabaseFault | undefined, depth = 0;
    current && depth < 5;
    current = current.cause as DatabaseFault, depth += 1
  )
    if (typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code)) return current;
  return undefined;
};

/**
 * The name without the number of a partition: in tables that are distributed by account, each part and its keys have
 * the table's name and a number.
 */
const withoutPart = (name: string | undefined): string => name?.replace(/_\d{6,}(?=_|$)/, '') ?? '';

/**
 * Columns of the violated key, without the account. Under row-level security PostgreSQL omits the detail, so the
 * columns are read from the constraint's name: `item_account_id_sku_unique`.
 */
const columnsOf = (fault: DatabaseFault): string[] => {
  const detail = /^Key \(([^)]*)\)/
    .exec(fault.detail ?? '')?.[1]
    ?.split(',')
    .map((name) => name.trim());
  const [constraint, beginning] = [withoutPart(fault.constraint), `${withoutPart(fault.table)}_account_id_`];
  const name = constraint.startsWith(beginning) ? constraint.slice(beginning.length) : '';
  const named = /^(.+)_(?:unique|foreign)$/.exec(name)?.[1]?.split(/(?<=_id)_/);
  return (detail ?? named ?? []).filter((column) => column && column !== 'account_id');
};

/**
 * The field to change in order to resolve a duplicate: the last column of the unique key, read from the key's name
 * (`category_account_id_type_name_unique`) and the columns of the table. The columns before it limit the scope of the
 * uniqueness.
 */
export function duplicateField({ schema, table, constraint = '' }: DatabaseFault): string | undefined {
  const name = withoutPart(constraint)
    .replace(/_(?:unique|key|idx)$/, '')
    .replace(/_any_case$/, '');
  const columns = columnsOfTable(`${schema}.${withoutPart(table)}`).filter((column) => name.endsWith(`_${column}`));
  const [longest] = columns.sort((left, right) => right.length - left.length);
  return longest === undefined ? undefined : fieldOf(longest);
}

function fromDatabase(fault: DatabaseFault): Problem | undefined {
  switch (fault.code) {
    case '23505': {
      const field = duplicateField(fault);
      return problems.duplicate({
        errors: field === undefined ? [] : [{ path: field, message: 'Another record has this value' }],
      });
    }
    case '23503':
      return /still referenced/.test(fault.detail ?? '') || /update or delete on table/.test(fault.message ?? '')
        ? problems.in_use({ details: { by: fault.table } })
        : problems.invalid_input({
            errors: columnsOf(fault).map((name) => ({ path: fieldOf(name), message: 'There is no such record' })),
          });
    case '23502':
      return problems.invalid_input({ errors: [{ path: fieldOf(fault.column ?? ''), message: 'This is required' }] });
    case '23514':
      return problems.invalid_input({
        errors: [{ path: '', message: `The values break the rule ${fault.constraint ?? ''}`.trim() }],
      });
    case '22003':
      return problems.invalid_input({ errors: [{ path: '', message: 'A number is too large' }] });
    case '22001':
    case '22P02':
    case '22007':
    case '22008':
    case '22021':
    case '22P05':
      return problems.invalid_input({ errors: [{ path: '', message: 'A value cannot be stored as it is' }] });
    case '55P03':
      return problems.conflict({ message: 'Somebody else is working on this record; try again', retryAfter: 1 });
    case '57014':
      return problems.overloaded({ message: 'This took too long; narrow the request', retryAfter: 5 });
    case '53100':
      return problems.disk_full({ retryAfter: 30 });
    default:
      // Insufficient resources, operator intervention (shutdown, crash, start-up), broken connection.
      return /^(53|57P|08)/.test(fault.code ?? '') ? problems.overloaded({ retryAfter: 2 }) : undefined;
  }
}

/** Zod's issues with dotted paths below `root`. */
export const fieldErrors = (error: z.ZodError, root = ''): FieldError[] =>
  error.issues.flatMap((issue) => {
    const path = [root, ...issue.path.map(String)].filter(Boolean).join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [path, key].filter(Boolean).join('.'),
        message: 'This field is not known here',
      }));
    return [{ path, message: issue.message }];
  });

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
]);
const brokenClient = /timeout exceeded when trying to connect|Connection terminated|not queryable|Client was closed/;

/**
 * Whether the connection to the database was lost. The driver reports it by a system error code, or only by its
 * message.
 */
function isConnectionLost(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const { code, syscall } = current as NodeJS.ErrnoException;
    if (brokenClient.test(current.message)) return true;
    // A missing file is no lost connection, but a missing socket is.
    if (code && networkCodes.has(code) && (code !== 'ENOENT' || syscall === 'connect')) return true;
  }
  return false;
}

function hasCode(error: unknown, code: string): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1)
    if ((current as NodeJS.ErrnoException).code === code) return true;
  return false;
}

/** The problem for any error; `internal_error` for an unexpected one. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof z.ZodError) return problems.invalid_input({ errors: fieldErrors(error) });
  const fault = databaseFault(error);
  const known = fault && fromDatabase(fault);
  if (known) return known;
  if (hasCode(error, 'ENOSPC')) return problems.disk_full({ retryAfter: 30 });
  if (isConnectionLost(error)) return problems.overloaded({ retryAfter: 2 });
  return problems.internal_error();
}

/** Largest number of errors in a reply; more would help nobody. */
const mostErrors = 50;
/** Largest size in bytes of a reply's errors, and of its details; together with the rest they stay below 100 kB. */
const mostBytes = 40_000;
const longestPath = 200;
const longestMessage = 1_000;

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}...` : text;
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The first errors within the limits, so that the errors of a large request make no large reply. */
function shownErrors(errors: readonly FieldError[]): FieldError[] {
  const shown: FieldError[] = [];
  let left = mostBytes;
  for (const { path, message } of errors.slice(0, mostErrors)) {
    const error = { path: cut(path, longestPath), message: cut(message, longestMessage) };
    left -= bytesOf(error);
    if (left < 0) break;
    shown.push(error);
  }
  return shown;
}

/** The body of an error reply: no stack, no SQL, at most 100 kB. `details.errorCount` is the number of all errors. */
export function problemBodyOf(problem: Problem, requestID: string): ProblemBody {
  const errors = shownErrors(problem.errors);
  const details = problem.details && bytesOf(problem.details) <= mostBytes ? problem.details : undefined;
  const count = errors.length < problem.errors.length ? { errorCount: problem.errors.length } : undefined;
  const only = problem.errors.length === 1 && problem.code === 'invalid_input' ? problem.errors[0]?.message : '';
  return {
    message: cut(only || problem.message, longestMessage),
    code: problem.code,
    status: problem.status,
    requestID,
    errors,
    ...(details || count ? { details: { ...details, ...count } } : {}),
  };
}
