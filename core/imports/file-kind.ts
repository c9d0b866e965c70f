import { fileTypeFromBuffer } from 'file-type';

const beginsWith = (bytes: Uint8Array, ...wanted: readonly number[]): boolean =>
  wanted.every((byte, index) => bytes[index] === byte);

const save = 'save it as XLSX or CSV';

/** How the beginning of a text shows that it is none of people's tables. */
const textKinds: readonly (readonly [RegExp, string])[] = [
  [/^<(?:!doctype html|html|head|body|table|div|meta|style)\b/i, `It is a web page, whatever it is called; ${save}`],
  [/^<[?!a-z]/i, `It is XML; ${save}`],
  [/^\{\\rtf/, 'It is a text document (RTF); save its table as XLSX or CSV'],
  [/^(?:\{\s?"|\[\s?[[{"])/, `It is JSON; ${save}`],
];

/** What the signatures of files tell apart. */
const kinds: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^image\//, (name) => `It is a picture (${name}); a table is needed`],
  [/^(?:audio|video)\//, (name) => `It is a recording (${name}); a table is needed`],
  [/opendocument\.spreadsheet/, (name) => `It is an OpenDocument sheet (${name}); ${save}`],
  [/wordprocessing|presentation|opendocument|epub/, (name) => `It is a document (${name}); ${save}`],
  [
    /gzip|tar|compress|bzip|\bx-xz|zstd|lz|rar|7z|archive|cabinet/,
    (name) => `It is packed (${name}); unpack it and import the table in it`,
  ],
];

/** What a file is if it can be no table, as a sentence; undefined for texts and for archives, as workbooks are. */
export async function foreignKind(bytes: Uint8Array): Promise<string | undefined> {
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return `It is an old workbook (XLS) or protected by a password; ${save}`;
  if (beginsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return 'It is a PDF; a table is needed';
  const beginning = Buffer.from(bytes.subarray(0, 200)).toString('latin1').replace('\xef\xbb\xbf', '').trimStart();
  const textKind = textKinds.find(([form]) => form.test(beginning));
  if (textKind) return textKind[1];
  // Signatures of two letters, such as that of bitmaps, begin texts as well.
  if (!isBinary(bytes)) return undefined;
  const found = await fileTypeFromBuffer(bytes);
  if (!found || found.mime === 'application/zip' || /spreadsheetml|ms-excel/.test(found.mime)) return undefined;
  const name = found.ext.toUpperCase();
  return kinds.find(([form]) => form.test(found.mime))?.[1](name) ?? `It is ${name}; a table is needed`;
}

/** Whether a control character other than those of lines and columns is among the first bytes, and it is no UTF-16. */
function isBinary(bytes: Uint8Array): boolean {
  if (beginsWith(bytes, 0xff, 0xfe) || beginsWith(bytes, 0xfe, 0xff)) return false;
  return bytes.subarray(0, 512).some((byte) => byte < 32 && byte !== 0 && !(byte >= 9 && byte <= 13));
}
