import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** A text as it is sent, compressed if the client accepts that. */
export interface PackedText {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** A text that fits into one packet gains nothing from compression. */
const least = 1024;

/** The encodings in an `accept-encoding` header, without refused ones (`q=0`). */
export function acceptedEncodings(header: string): Set<string> {
  const parts = header.split(',').map((part) => part.split(';').map((each) => each.trim().toLowerCase()));
  const isRefused = (weight: string | undefined): boolean => /^q=0(?:\.0*)?$/.test(weight ?? '');
  return new Set(parts.filter(([, weight]) => !isRefused(weight)).map(([name = '']) => name));
}

/**
 * Compresses a text of more than 1 kB with brotli or gzip, outside the event loop. `quality` is brotli's: 4 takes about
 * a millisecond for 50 kB; 11 is for texts that are compressed once.
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
