import { z } from 'zod';
import { madeOnce } from '../endpoints/made-once.ts';

// Browsers and Node both have Web Crypto, but contracts are compiled without the types of either.
declare const crypto: { getRandomValues<T extends Uint8Array>(array: T): T };

/*
 * Ids are TypeIDs (version 0.3): `<prefix>_<suffix>`, the suffix a UUIDv7 of 128 bits in 26 characters of Crockford's
 * base32 in lower case. In collation "C" they sort by creation time.
 */

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const suffixPattern = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const prefixPattern = /^[a-z]([a-z_]{0,61}[a-z])?$/;
const anyID = new RegExp(`^[a-z](?:[a-z_]{0,61}[a-z])?_(${suffixPattern})$`);

/** Encodes 16 bytes as 26 characters of 5 bits; the first character has two leading zero bits. */
const encode = (bytes: ArrayLike<number>): string => {
  let text = '';
  let rest = 0;
  let bits = 2;
  for (let index = 0; index < 16; index += 1) {
    rest = (rest << 8) | (bytes[index] as number);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(rest >> bits) & 31];
    }
    rest &= (1 << bits) - 1;
  }
  return text;
};

const decode = (suffix: string): bigint => {
  let value = 0n;
  for (const character of suffix) value = (value << 5n) | BigInt(alphabet.indexOf(character));
  return value;
};

const checkedPrefix = (prefix: string): string => {
  if (!prefixPattern.test(prefix)) throw new TypeError(`Not an id prefix: ${prefix}`);
  return prefix;
};

// Random bytes are fetched for 200 ids at once: an import creates tens of thousands, and each fetch is a system call.
const randomBytes = 10;
const pool = new Uint8Array(randomBytes * 200);
let spent = pool.length;

/**
 * A new id of this kind: `newID('so')` is `so_01h455vb4pex5vsknk084sn02q` or the like. Ids sort by their millisecond;
 * within one millisecond their order is random.
 */
export function newID(prefix: string): string {
  if (spent === pool.length) {
    crypto.getRandomValues(pool);
    spent = 0;
  }
  const now = Date.now();
  const bytes = new Uint8Array(16);
  bytes.set(pool.subarray(spent, spent + randomBytes), 6);
  spent += randomBytes;
  for (let index = 5, time = now; index >= 0; index -= 1, time = Math.floor(time / 256)) bytes[index] = time % 256;
  // Version 7 in the upper half of byte 6, variant 10 in the upper two bits of byte 8.
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  return `${checkedPrefix(prefix)}_${encode(bytes)}`;
}

/** The id of this kind for a UUID. @throws TypeError for a text that is no UUID. */
export function idFromUUID(prefix: string, uuid: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)) throw new TypeError('Not a UUID');
  const hex = uuid.replaceAll('-', '');
  const bytes = Array.from({ length: 16 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
  return `${checkedPrefix(prefix)}_${encode(bytes)}`;
}

/** The UUID of an id, for columns of type uuid and other systems. @throws TypeError for a text that is no id. */
export function uuidOf(id: string): string {
  const suffix = anyID.exec(id)?.[1];
  if (!suffix) throw new TypeError('Not an id');
  const hex = decode(suffix).toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Prefix of an id: `so` for `so_01h...`; undefined for a text that is no id. */
export const prefixOf = (id: string): string | undefined => (anyID.test(id) ? id.slice(0, -27) : undefined);

/** Whether the value is an id of this kind. */
export const isID = (prefix: string, value: unknown): value is string =>
  typeof value === 'string' && prefixOf(value) === prefix;

/**
 * Schema of an id of this kind. `missing` is the message for an absent value. An id of another kind always gets the
 * message about the prefix, because the caller has sent a value.
 */
export const idOf = madeOnce((prefix: string, missing?: string) => {
  const wrong = `Must be an id that begins with ${prefix}_`;
  const error = ({ input }: { input?: unknown }): string =>
    input === undefined || input === null || input === '' ? (missing ?? wrong) : wrong;
  return z.string({ error }).regex(new RegExp(`^${checkedPrefix(prefix)}_${suffixPattern}$`), { error });
});
