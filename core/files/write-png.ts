import { crc32, deflateSync } from 'node:zlib';

/** A part of the file: length, kind, content, checksum. */
function part(kind: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Numbers of PNG for the kinds of colors. */
const grayscale = 0;
const redGreenBlue = 2;

/**
 * A picture as PNG. `pixels` has its rows from the top: one byte a pixel for shades of gray, or three for red, green
 * and blue.
 */
export function writePNG({ width, height, pixels }: { width: number; height: number; pixels: Uint8Array }): Uint8Array {
  const isGray = pixels.length === width * height;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, isGray ? grayscale : redGreenBlue], 8);
  const length = isGray ? width : width * 3;
  const rows = new Uint8Array(height * (length + 1));
  for (let y = 0; y < height; y += 1) rows.set(pixels.subarray(y * length, (y + 1) * length), y * (length + 1) + 1);
  return Buffer.concat([signature, part('IHDR', head), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))]);
}
