import { inflateSync } from 'node:zlib';
import { writePNG } from '@millwright/core/server';
import { describe, expect, it } from 'vitest';
import { labelPicture, readGIF, upright } from './label-picture.ts';

/** Encodes a GIF with this palette and a clear code before every few pixels, as the simplest encoders do. */
function plainGIF(width: number, height: number, indices: readonly number[], palette: readonly number[][]): Uint8Array {
  const codes = indices.flatMap((index, at) => (at % 2 === 0 ? [4, index] : [index]));
  let bits = 0;
  let held = 0;
  const data: number[] = [];
  for (const code of [...codes, 5]) {
    held |= code << bits;
    bits += 3;
    while (bits >= 8) {
      data.push(held & 255);
      held >>= 8;
      bits -= 8;
    }
  }
  if (bits) data.push(held);
  const word = (value: number) => [value & 255, value >> 8];
  const blocks = Array.from({ length: Math.ceil(data.length / 255) }, (_, index) => {
    const block = data.slice(index * 255, (index + 1) * 255);
    return [block.length, ...block];
  });
  return Buffer.from([
    ...Buffer.from('GIF89a'),
    ...[...word(width), ...word(height), 0x81, 0, 0],
    ...palette.flat(),
    ...[0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, 2],
    ...blocks.flat(),
    ...[0, 0x3b],
  ]);
}

const palette = [
  [0, 0, 0],
  [255, 255, 255],
  [30, 60, 90],
  [200, 200, 200],
];

describe('the picture of a label', () => {
  it('is read from a GIF, turned upright and written as PNG', () => {
    const indices = [0, 1, 2, 3, 3, 2, 1, 0];
    const gif = readGIF(plainGIF(4, 2, indices, palette));
    expect([gif.width, gif.height, [...gif.pixels]]).toEqual([4, 2, [0, 255, 60, 200, 200, 60, 255, 0]]);
    const turned = upright(gif);
    expect([turned.width, turned.height, [...turned.pixels]]).toEqual([2, 4, [200, 0, 60, 255, 255, 60, 0, 200]]);
    const png = Buffer.from(writePNG(turned));
    const at = png.indexOf('IDAT');
    const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
    expect([...rows]).toEqual([0, 200, 0, 0, 60, 255, 0, 255, 60, 0, 0, 200]);
  });

  it('is read where strings repeat, as packers write them', () => {
    // One row of ten equal pixels: codes 4, 1, 6, 7, 8, 5. The last codes refer to entries that are created while they
    // are read.
    const packed = [4, 1, 6, 7, 8, 5];
    let [bits, held, size, next] = [0, 0, 3, 6];
    const data: number[] = [];
    for (const code of packed) {
      held |= code << bits;
      bits += size;
      while (bits >= 8) {
        data.push(held & 255);
        held >>= 8;
        bits -= 8;
      }
      if (code !== 4 && data.length >= 0 && code !== 1) next += 1;
      if (next === 1 << size) size += 1;
    }
    if (bits) data.push(held);
    const gif = plainGIF(10, 1, [], palette);
    const start = Buffer.from(gif).indexOf(0x2c) + 11;
    const whole = Buffer.concat([gif.subarray(0, start), Buffer.from([data.length, ...data, 0, 0x3b])]);
    expect([...readGIF(whole).pixels]).toEqual(Array.from({ length: 10 }, () => 255));
  });

  it('is refused for what is none', () => {
    const none = [
      Buffer.from('hello'),
      Buffer.alloc(0),
      Buffer.from('GIF89a'),
      plainGIF(4, 2, [0], palette).subarray(0, 30),
    ];
    for (const bytes of none) expect(() => labelPicture({ contentType: 'image/gif', bytes })).toThrow('no picture');
    expect(() => labelPicture({ contentType: 'text/html', bytes: Buffer.from('x') })).toThrow('no picture');
  });
});
