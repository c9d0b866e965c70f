/** The alternative, named by every refusal. */
export const ELSEWHERE = 'Set DATABASE_URL to use another PostgreSQL (16 or newer).';

/** A start that cannot succeed. `code` is stable; the message says how to fix it. */
export class EmbeddedPostgresError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}
