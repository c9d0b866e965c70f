import { z } from 'zod';
import { type FieldError, Problem, type ProblemBody, problems } from '../contracts/problem.ts';
import { columnsOfTable } from '../database/table-columns.ts';

/** Field names as clients know them: `account_id, customer_id` of a constraint is `customerID`. */
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

/** Of rows that are spread by their account, each part has the name of its table and a number; so have its keys. */
const withoutPart = (name: string | undefined): string => name?.replace(/_\d{6,}(?=_|$)/, '') ?? '';

/**
 * Columns of the key that was violated, without the account. Under row-level security PostgreSQL leaves the detail out,
 * so the columns are read from the constraint's name: `item_account_id_sku_unique`.
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
 * The field that a person would change to be rid of a duplicate: the last column of the unique key, which is read from
 * its name (`category_account_id_type_name_unique`) with the columns of the table. What stands before it says among
 * which records.
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
      // Too few resources, an operator's intervention (shutdown, crash, not up yet), a connection that broke.
      return /^(53|57P|08)/.test(fault.code ?? '') ? problems.overloaded({ retryAfter: 2 }) : undefined;
  }
}

/** Dotted paths of zod's issues; the root is ''. */
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

/** The database went away: the driver says so with a code of the system, or with nothing but a sentence. */
function isConnectionLost(error: unknown): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    const { code, syscall } = current as NodeJS.ErrnoException;
    if (brokenClient.test(current.message)) return true;
    // A missing file of our own is no lost connection; a missing socket is.
    if (code && networkCodes.has(code) && (code !== 'ENOENT' || syscall === 'connect')) return true;
  }
  return false;
}

function hasCode(error: unknown, code: string): boolean {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1)
    if ((current as NodeJS.ErrnoException).code === code) return true;
  return false;
}

/** The problem behind any error; what nobody foresaw is `internal_error`. */
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

/** Faults that an answer names: more help nobody. */
const mostErrors = 50;
/** Bytes of an answer's faults and of its facts; with the rest they stay below 100 kB. */
const mostBytes = 40_000;
const longestPath = 200;
const longestMessage = 1_000;

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}...` : text;
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The first faults, as many as an answer may have: what was wrong with a large request is no large answer. */
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

/**
 * The body of an error answer: never a stack, never SQL, at most 100 kB; `details.errorCount` says how many errors
 * there are.
 */
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
