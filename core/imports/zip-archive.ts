import { crc32, inflateRawSync } from 'node:zlib';
import { unreadable } from './unreadable.ts';

const damaged = () => unreadable('The workbook is damaged; open it in a spreadsheet program and save it again');
const tooLarge = (limit: number) =>
  unreadable(
    `The workbook is too large (more than ${Math.round(limit / 1_000_000)} MB unpacked); save the sheet as CSV and import that`,
  );

const mostEntries = 2000;

/** Entry of the directory at the end, which is the only truth: the headers in between may say something else. */
interface Entry {
  name: string;
  isStored: boolean;
  start: number;
  packedSize: number;
}

function entriesOf(zip: Buffer): Entry[] {
  let end = zip.length - 22;
  const lowest = Math.max(0, end - 65_535);
  while (end >= lowest && zip.readUInt32LE(end) !== 0x06054b50) end -= 1;
  if (end < lowest || end < 0) throw damaged();
  const count = zip.readUInt16LE(end + 10);
  if (count > mostEntries) throw damaged();
  const entries: Entry[] = [];
  for (let at = zip.readUInt32LE(end + 16), index = 0; index < count; index += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const flags = zip.readUInt16LE(at + 8);
    const method = zip.readUInt16LE(at + 10);
    if (flags & 1) throw unreadable('The workbook is protected by a password; save it without one');
    if (method !== 0 && method !== 8) throw damaged();
    const nameLength = zip.readUInt16LE(at + 28);
    const header = zip.readUInt32LE(at + 42);
    if (header + 30 > zip.length || zip.readUInt32LE(header) !== 0x04034b50) throw damaged();
    const packedSize = zip.readUInt32LE(at + 20);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    if (start + packedSize > zip.length) throw damaged();
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      isStored: method === 0,
      start,
      packedSize,
    });
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Files of a zip archive, unpacked as far as `limit` bytes in all: what a small archive claims to be does not matter.
 * @throws 400 `file_unreadable`
 */
export function unzip(bytes: Uint8Array, wanted: (name: string) => boolean, limit: number): Map<string, Buffer> {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files = new Map<string, Buffer>();
  let left = limit;
  for (const { name, isStored, start, packedSize } of entriesOf(zip)) {
    if (!wanted(name) || files.has(name)) continue;
    const packed = zip.subarray(start, start + packedSize);
    let file: Buffer;
    try {
      file = isStored ? packed : inflateRawSync(packed, { maxOutputLength: left + 1 });
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limit) : damaged();
    }
    left -= file.length;
    if (left < 0) throw tooLarge(limit);
    files.set(name, file);
  }
  return files;
}

/** An archive of these files, unpacked: for a reader that would trust the headers of the one they came from. */
export function zipStored(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, file] of files) {
    const path = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt32LE(crc32(file), 10);
    facts.writeUInt32LE(file.length, 14);
    facts.writeUInt32LE(file.length, 18);
    facts.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), facts, path, file);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, path);
    offset += 30 + path.length + file.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
