import { TextDecoder } from 'node:util';
import { detect } from 'chardet';
import { unreadable } from '../tables/unreadable.ts';

interface TextEncoding {
  /** WHATWG name: `utf-8`, `windows-1252`, `utf-16le`. */
  name: string;
  /** Length of the byte order mark, which is not part of the text. */
  markLength: number;
}

const marks: readonly { name: string; bytes: readonly number[] }[] = [
  { name: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bytes: [0xff, 0xfe] },
  { name: 'utf-16be', bytes: [0xfe, 0xff] },
];

/** Part of a file for guessing the encoding, in bytes. */
const sampleSize = 256 * 1024;
const sliceSize = 64 * 1024;

const decoderOf = (name: string, fatal = false): TextDecoder => new TextDecoder(name, { fatal, ignoreBOM: true });

/** Whether the file is valid UTF-8, or damaged UTF-8: most of its non-ASCII letters are valid. */
function utf8State(bytes: Uint8Array): 'valid' | 'damaged' | 'other' {
  const decoder = decoderOf('utf-8', true);
  try {
    for (let start = 0; start < bytes.length; start += sliceSize)
      decoder.decode(bytes.subarray(start, start + sliceSize), { stream: true });
    decoder.decode();
    return 'valid';
  } catch {
    let [letters, wrong] = [0, 0];
    for (let at = 0; at < bytes.length; ) {
      const first = bytes[at] as number;
      const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
      let isWhole = length > 0 && at + length <= bytes.length;
      for (let next = 1; isWhole && next < length; next += 1) isWhole = ((bytes[at + next] as number) & 0xc0) === 0x80;
      if (length > 1 && isWhole) letters += 1;
      else if (!isWhole) wrong += 1;
      at += isWhole ? length : 1;
    }
    return letters > wrong ? 'damaged' : 'other';
  }
}

/** UTF-16 without a byte order mark: in western text every other byte is zero. */
function utf16Of(sample: Uint8Array): string | undefined {
  let [even, odd] = [0, 0];
  for (const [index, byte] of sample.entries())
    if (byte === 0) {
      if (index % 2) odd += 1;
      else even += 1;
    }
  const half = sample.length / 2;
  if (odd > half * 0.4 && even < half * 0.1) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.1) return 'utf-16be';
  return undefined;
}

/** Guesses are accepted only for encodings of a script; other western files are windows-1252. */
function singleByteOf(bytes: Uint8Array): string {
  // Only lines with non-ASCII letters are informative, and they may be at the end of a long file.
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at < bytes.length && size < sampleSize; at += 1)
    if ((bytes[at] as number) >= 0x80) {
      const part = bytes.subarray(Math.max(0, at - 32), at + 96);
      parts.push(part);
      size += part.length;
      at += 95;
    }
  const guess = detect(Buffer.concat(parts))?.toLowerCase() ?? '';
  return /^(shift_jis|euc-jp|euc-kr|gb18030|big5|windows-125[013567]|iso-8859-[2567]|koi8-r)$/.test(guess)
    ? guess
    : 'windows-1252';
}

/** @throws 400 `file_unreadable` for an unknown encoding name. */
export function detectEncoding(bytes: Uint8Array, chosen?: string): TextEncoding {
  const mark = marks.find(({ bytes: wanted }) => wanted.every((byte, index) => bytes[index] === byte));
  if (chosen !== undefined) {
    let name: string;
    try {
      name = decoderOf(chosen).encoding;
    } catch {
      throw unreadable(`There is no encoding ${chosen}`);
    }
    return { name, markLength: mark?.name === name ? mark.bytes.length : 0 };
  }
  if (mark) return { name: mark.name, markLength: mark.bytes.length };
  const wide = utf16Of(bytes.subarray(0, sampleSize));
  if (wide) return { name: wide, markLength: 0 };
  const state = utf8State(bytes);
  return { name: state === 'other' ? singleByteOf(bytes) : 'utf-8', markLength: 0 };
}

/** The file's text in pieces; bytes that are invalid in this encoding become U+FFFD. */
export function* decodedText(bytes: Uint8Array, { name, markLength }: TextEncoding): Generator<string> {
  const decoder = decoderOf(name);
  for (let start = markLength; start < bytes.length; start += sliceSize)
    yield decoder.decode(bytes.subarray(start, start + sliceSize), { stream: true });
  yield decoder.decode();
}
