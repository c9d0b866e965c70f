import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A text as it is sent, packed where the caller can read that. */
export interface PackedText {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** What fits into one packet gains nothing. */
const least = 1024;

/** Encodings that the header `accept-encoding` names and does not refuse. */
export function acceptedEncodings(header: string): Set<string> {
  const parts = header.split(',').map((part) => part.split(';').map((each) => each.trim().toLowerCase()));
  const isRefused = (weight: string | undefined): boolean => /^q=0(?:\.0*)?$/.test(weight ?? '');
  return new Set(parts.filter(([, weight]) => !isRefused(weight)).map(([name = '']) => name));
}

/**
 * Packs a text of more than 1 kB by brotli or gzip, beside the event loop. `quality` is brotli's: 4 costs about a
 * millisecond for 50 kB, 11 is for what is packed once.
 */
export async function packedText(text: string, accept: string | undefined, quality = 4): Promise<PackedText> {
  if (text.length <= least) return { body: text, headers: {} };
  const accepted = acceptedEncodings(accept ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) => accepted.has(name));
  const headers = { vary: 'accept-encoding' };
  if (!encoding) return { body: text, headers };
  const size = Buffer.byteLength(text);
  const packed =
    encoding === 'gzip'
      ? await zip(text)
      : await brotli(text, {
          params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
        });
  return { body: new Uint8Array(packed), headers: { ...headers, 'content-encoding': encoding } };
}
