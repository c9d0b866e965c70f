import { z } from 'zod';

// Browser and Node both have Web Crypto; contracts are compiled without the types of either.
declare const crypto: { getRandomValues<T extends Uint8Array>(array: T): T };

/*
 * Ids are TypeIDs (version 0.3): `<prefix>_<suffix>`, the suffix a UUIDv7 of 128 bits in 26 characters of Crockford's
 * base32 in lower case. In collation "C" they sort by creation time.
 */

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const suffixPattern = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const prefixPattern = /^[a-z]([a-z_]{0,61}[a-z])?$/;
const anyID = new RegExp(`^[a-z](?:[a-z_]{0,61}[a-z])?_(${suffixPattern})$`);

const encode = (value: bigint): string => {
  let rest = value;
  let text = '';
  for (let position = 0; position < 26; position += 1) {
    text = alphabet[Number(rest & 31n)] + text;
    rest >>= 5n;
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

/** A new id of this kind: `newID('so')` is `so_01h455vb4pex5vsknk084sn02q` or the like. Sorts by the millisecond, not within it. */
export function newID(prefix: string): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  let value = BigInt(Date.now()) & 0xffff_ffff_ffffn;
  for (const byte of random) value = (value << 8n) | BigInt(byte);
  // Version 7 in bits 76 to 79, variant 10 in bits 62 and 63.
  value = (value & ~(0xfn << 76n)) | (0x7n << 76n);
  value = (value & ~(0x3n << 62n)) | (0x2n << 62n);
  return `${checkedPrefix(prefix)}_${encode(value)}`;
}

/** The id of this kind for a UUID. @throws TypeError for what is no UUID. */
export function idFromUUID(prefix: string, uuid: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid)) throw new TypeError('Not a UUID');
  return `${checkedPrefix(prefix)}_${encode(BigInt(`0x${uuid.replaceAll('-', '')}`))}`;
}

/** The UUID inside an id, for columns of type uuid and for other systems. @throws TypeError for what is no id. */
export function uuidOf(id: string): string {
  const suffix = anyID.exec(id)?.[1];
  if (!suffix) throw new TypeError('Not an id');
  const hex = decode(suffix).toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Kind of an id: `so` for `so_01h...`; undefined for what is no id. */
export const prefixOf = (id: string): string | undefined => (anyID.test(id) ? id.slice(0, -27) : undefined);

/** Whether the value is an id of this kind. */
export const isID = (prefix: string, value: unknown): value is string =>
  typeof value === 'string' && prefixOf(value) === prefix;

/** Schema of an id of this kind; the message names the kind unless another is given. */
export const idOf = (prefix: string, message = `Must be an id that begins with ${prefix}_`) =>
  z.string({ error: message }).regex(new RegExp(`^${checkedPrefix(prefix)}_${suffixPattern}$`), { error: message });
