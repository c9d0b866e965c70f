import { z } from 'zod';

/** Statuses of problems: those of the spec and of HTTP itself. */
export type ProblemStatus = 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 429 | 500 | 503 | 504;

/** One entry per wrong field; `path` is dotted as in the body: `lines.0.quantity`. */
export interface FieldError {
  path: string;
  message: string;
}

/** The JSON body of every error reply (problem+json). */
export const problemBody = z.object({
  message: z.string(),
  code: z.string(),
  status: z.number(),
  requestID: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
  /** Facts for the client, such as the allowed transitions. */
  details: z.record(z.string(), z.unknown()).optional(),
});
export type ProblemBody = z.output<typeof problemBody>;

/** The only error that services throw on purpose. Only the kernel converts it to a response. */
export class Problem extends Error {
  readonly code: string;
  readonly status: ProblemStatus;
  readonly errors: FieldError[];
  readonly details: Record<string, unknown> | undefined;
  /** Seconds after which another try may succeed (429 and 503). */
  readonly retryAfter: number | undefined;

  constructor(parts: {
    code: string;
    status: ProblemStatus;
    message: string;
    errors?: FieldError[];
    details?: Record<string, unknown>;
    retryAfter?: number;
  }) {
    super(parts.message);
    this.name = 'Problem';
    this.code = parts.code;
    this.status = parts.status;
    this.errors = parts.errors ?? [];
    this.details = parts.details;
    this.retryAfter = parts.retryAfter;
  }
}

export interface ProblemDeclaration {
  status: ProblemStatus;
  /** The default message: a sentence that tells what to do, where possible. */
  message: string;
}

export type ProblemFactory = (parts?: {
  message?: string;
  errors?: FieldError[];
  details?: Record<string, unknown>;
  retryAfter?: number;
}) => Problem;

export type ProblemCatalogue<Codes extends string = string> = Record<Codes, ProblemFactory> & {
  readonly declarations: Record<Codes, ProblemDeclaration>;
};

/** The codes of a plugin. */
export interface DeclaredProblems {
  readonly declarations: Readonly<Record<string, ProblemDeclaration>>;
}

/**
 * Declares stable problem codes: `const problems = defineProblems({ in_use: {...} }); throw problems.in_use({ details
 * })`.
 */
export function defineProblems<const Codes extends string>(
  declarations: Record<Codes, ProblemDeclaration>,
): ProblemCatalogue<Codes> {
  const factories = Object.fromEntries(
    (Object.entries(declarations) as [Codes, ProblemDeclaration][]).map(([code, { status, message }]) => [
      code,
      (parts: Parameters<ProblemFactory>[0] = {}) => new Problem({ code, status, message, ...parts }),
    ]),
  );
  return Object.assign(factories, { declarations }) as ProblemCatalogue<Codes>;
}

/** Joins the catalogs of a plugin's areas. A code declared twice fails at boot. */
export const joinProblems = (...catalogues: readonly DeclaredProblems[]): DeclaredProblems => ({
  declarations: Object.assign({}, ...catalogues.map(({ declarations }) => declarations)),
});

/** Problems of the kernel; domains declare theirs in `contracts/problems.ts`. */
export const problems = defineProblems({
  invalid_input: { status: 400, message: 'The request is not valid' },
  invalid_json: { status: 400, message: 'The body is not valid JSON' },
  unauthenticated: { status: 401, message: 'Sign in to continue' },
  plan_required: { status: 402, message: 'This needs the pro plan' },
  forbidden: { status: 403, message: 'You do not have the right to do this' },
  account_required: { status: 403, message: 'Choose an account you are a member of' },
  csrf_refused: { status: 403, message: 'The request did not come from this site' },
  not_found: { status: 404, message: 'There is no such record' },
  no_such_endpoint: { status: 404, message: 'Unknown API endpoint' },
  method_not_allowed: { status: 405, message: 'This address does not accept that method' },
  duplicate: { status: 409, message: 'A record with this value exists already' },
  number_taken: { status: 409, message: 'This number is taken' },
  in_use: { status: 409, message: 'Other records refer to this one' },
  stale_version: { status: 409, message: 'Somebody else changed this record; load it again' },
  conflict: { status: 409, message: 'The request conflicts with the current state' },
  idempotency_key_reused: { status: 409, message: 'This idempotency key was used for another request' },
  idempotency_in_progress: { status: 409, message: 'A request with this idempotency key is being worked on' },
  idempotency_answer_not_kept: {
    status: 409,
    message: 'This was done already; its answer was not kept because it held a secret',
  },
  too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'Send JSON with content type application/json' },
  /** `details.address` is where the account is now. */
  account_moved: { status: 421, message: 'This account is at another address now' },
  unknown_host: { status: 421, message: 'This installation does not answer under this name' },
  too_many_requests: { status: 429, message: 'Too many requests; try again later' },
  /** The client repeats `details.confirm` in the header `x-confirm` after the person has confirmed. */
  confirmation_required: { status: 409, message: 'This has to be confirmed' },
  internal_error: { status: 500, message: 'Something went wrong on our side' },
  disk_full: {
    status: 503,
    message: 'The disk of this installation is full: nothing was written. Whoever operates it has to make room',
  },
  /**
   * The call waits for another machine that does not answer in time. The work that it began goes on; its run shows the
   * result.
   */
  no_answer_in_time: { status: 504, message: 'The other side does not answer; look again later' },
  account_moving: {
    status: 503,
    message: 'This account is on its way to another address; try again in a few minutes',
  },
  overloaded: { status: 503, message: 'The server is busy; try again in a moment' },
});
