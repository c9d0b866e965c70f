import type { PostgreSqlPlatform } from '@mikro-orm/postgresql';
import { questioned, withSentArrays } from '../statements/sent-arrays.ts';

interface Fragment {
  sql: string;
  params: readonly unknown[];
}

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && 'sql' in value && 'params' in value;

type Platform = Pick<PostgreSqlPlatform, 'quoteIdentifier' | 'formatDate'>;

/** A value as the ORM would write it, without the quotes. */
function asSent(value: unknown, platform: Platform): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((each) => asSent(each, platform));
  if (value instanceof Date) return platform.formatDate(value);
  if (ArrayBuffer.isView(value)) return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A statement with names, operators or parts of its own among its places, put together each time. */
class ParameterText {
  readonly values: unknown[] = [];
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** The text with `$1` and so on in the places of `?`; `??` are names, `\?` is an operator. */
  of(sql: string, values: readonly unknown[]): string {
    let at = 0;
    return sql.replaceAll(/\\\?|\?\??/g, (part) => {
      if (part === '\\?') return '?';
      const value = values[at];
      at += 1;
      return part === '??' ? this.#platform.quoteIdentifier(value as string) : this.#place(value);
    });
  }

  #place(value: unknown): string {
    if (isFragment(value)) return this.of(value.sql, value.params);
    if (Array.isArray(value)) return value.map((each) => this.#place(each)).join(', ');
    this.values.push(asSent(value, this.#platform));
    return `$${this.values.length}`;
  }
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const isApart = (value: unknown): boolean => isFragment(value) || Array.isArray(value);

/**
 * A statement of the ORM with its values beside it, where the ORM would write them into the text. Lists are sent as
 * arrays.
 */
export function withParameters(
  sql: string,
  given: readonly unknown[],
  platform: Platform,
): { text: string; values: readonly unknown[] } {
  if (!sql.includes('??') && !sql.includes('\\?') && !given.some(isApart)) {
    const sent = withSentArrays(sql, given, questioned, isScalar);
    if (sent) return { text: sent.text, values: sent.values.map((value) => asSent(value, platform)) };
  }
  const parameters = new ParameterText(platform);
  return { text: parameters.of(sql, given), values: parameters.values };
}
