import { IdempotencyKey } from './idempotency.ts';

/** Entities of schema `core`, one line per area. */
export const entities = [
  IdempotencyKey,
];
