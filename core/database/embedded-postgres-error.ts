/** The way out that every refusal names. */
export const ELSEWHERE = 'Set DATABASE_URL to use another PostgreSQL (16 or newer).';

/** A start that cannot succeed; `code` is stable, the message says what to do. */
export class EmbeddedPostgresError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'EmbeddedPostgresError';
    this.code = code;
  }
}
