import { writePNG } from '@millwright/core/server';
import { carrierServiceProblems } from '../../../../contracts/index.ts';

/** A grayscale picture, row by row. */
interface GrayPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Most pixels of a label: four times a label of 4x6 inches at 300 dots per inch. */
const mostPixels = 9_000_000;

const unreadable = () =>
  carrierServiceProblems.carrier_answer_unreadable({ message: 'The label is no picture that can be read' });

/** The joined data blocks of a GIF from a position on, and the position after them. */
function blocksFrom(bytes: Uint8Array, start: number): { data: Uint8Array; end: number } {
  const parts: Uint8Array[] = [];
  let at = start;
  for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) {
    parts.push(bytes.subarray(at + 1, at + 1 + size));
    at += size + 1;
    if (at >= bytes.length) throw unreadable();
  }
  return { data: Buffer.concat(parts), end: at + 1 };
}

/** Palette indices, unpacked from LZW (GIF89a, appendix F). */
function unpacked(data: Uint8Array, minimum: number, count: number): Uint8Array {
  const out = new Uint8Array(count);
  const clear = 1 << minimum;
  const prefix = new Uint16Array(4096);
  const suffix = new Uint8Array(4096);
  const lengths = new Uint16Array(4096);
  for (let code = 0; code < clear; code += 1) {
    suffix[code] = code;
    lengths[code] = 1;
  }
  let [size, next, previous, bits, held, at, written] = [minimum + 1, clear + 2, -1, 0, 0, 0, 0];
  /** Writes the string of a code from its last letter back, and answers its first letter. */
  const write = (code: number): number => {
    const length = lengths[code] ?? 0;
    let from = code;
    for (let place = written + length - 1; place >= written; place -= 1) {
      if (place < count) out[place] = suffix[from] ?? 0;
      if (place > written) from = prefix[from] ?? 0;
    }
    written += length;
    return suffix[from] ?? 0;
  };
  while (written < count) {
    while (bits < size) {
      if (at >= data.length) return out;
      held |= (data[at] ?? 0) << bits;
      at += 1;
      bits += 8;
    }
    const code = held & ((1 << size) - 1);
    held >>>= size;
    bits -= size;
    if (code === clear) {
      [size, next, previous] = [minimum + 1, clear + 2, -1];
      continue;
    }
    if (code === clear + 1) return out;
    if (code > next || (code === next && previous < 0)) throw unreadable();
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous;
      lengths[next] = (lengths[previous] ?? 0) + 1;
      // A code may refer to the entry that is being created. Then its last letter is the first letter of the previous
      // string.
      let first = code === next ? previous : code;
      while ((lengths[first] ?? 0) > 1) first = prefix[first] ?? 0;
      suffix[next] = suffix[first] ?? 0;
      next += 1;
      if (next === 1 << size && size < 12) size += 1;
    }
    write(code);
    previous = code;
  }
  return out;
}

/**
 * The first picture of a GIF in grayscale.
 * @throws Problem 503 `carrier_answer_unreadable` for other content
 */
export function readGIF(bytes: Uint8Array): GrayPicture {
  const word = (at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== 'GIF8') throw unreadable();
  const paletteOf = (flags: number, at: number): Uint8Array =>
    flags & 0x80 ? bytes.subarray(at, at + 3 * (2 << (flags & 7))) : new Uint8Array();
  const common = paletteOf(bytes[10] ?? 0, 13);
  let at = 13 + common.length;
  while (bytes[at] === 0x21) at = blocksFrom(bytes, at + 2).end;
  if (bytes[at] !== 0x2c) throw unreadable();
  const [width, height, flags] = [word(at + 5), word(at + 7), bytes[at + 9] ?? 0];
  const localPalette = paletteOf(flags, at + 10);
  const palette = localPalette.length ? localPalette : common;
  const minimum = bytes[at + 10 + localPalette.length] ?? 0;
  if (!width || !height || width * height > mostPixels || minimum < 2 || minimum > 8) throw unreadable();
  const { data } = blocksFrom(bytes, at + 11 + localPalette.length);
  const indices = unpacked(data, minimum, width * height);
  const gray = Uint8Array.from({ length: palette.length / 3 }, (_, index) =>
    Math.round(((palette[index * 3] ?? 0) + (palette[index * 3 + 1] ?? 0) + (palette[index * 3 + 2] ?? 0)) / 3),
  );
  const pixels = new Uint8Array(width * height);
  const isInterlaced = (flags & 0x40) !== 0;
  const rows = isInterlaced
    ? [
        [0, 8],
        [4, 8],
        [2, 4],
        [1, 2],
      ].flatMap(([from = 0, step = 1]) =>
        Array.from({ length: Math.max(0, Math.ceil((height - from) / step)) }, (_, index) => from + index * step),
      )
    : undefined;
  for (let row = 0; row < height; row += 1) {
    const to = (rows?.[row] ?? row) * width;
    for (let x = 0; x < width; x += 1) pixels[to + x] = gray[indices[row * width + x] ?? 0] ?? 255;
  }
  return { width, height, pixels };
}

/** Turns a picture upright: carriers often send labels of 4x6 inches lying on their side. */
export function upright({ width, height, pixels }: GrayPicture): GrayPicture {
  if (height >= width) return { width, height, pixels };
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + (height - 1 - y)] = pixels[y * width + x] ?? 255;
  return { width: height, height: width, pixels: turned };
}

/** A label as a picture for a PDF. */
export function labelPicture({ contentType, bytes }: { contentType: string; bytes: Uint8Array }): string {
  if (contentType !== 'image/gif' && contentType !== 'image/png') throw unreadable();
  const png = contentType === 'image/gif' ? writePNG(upright(readGIF(bytes))) : bytes;
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
