const beginsWith = (bytes: Uint8Array, ...wanted: readonly number[]): boolean =>
  wanted.every((byte, index) => bytes[index] === byte);

const save = 'save it as XLSX or CSV';

/** Beginnings of texts that are not tables. */
const textKinds: readonly (readonly [RegExp, string])[] = [
  [/^<(?:!doctype html|html|head|body|table|div|meta|style)\b/i, `It is a web page, whatever it is called; ${save}`],
  [/^<[?!a-z]/i, `It is XML; ${save}`],
  [/^\{\\rtf/, 'It is a text document (RTF); save its table as XLSX or CSV'],
  [/^(?:\{\s?"|\[\s?[[{"])/, `It is JSON; ${save}`],
];

/** Kinds of files by their detected type. */
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

/**
 * The kind of a file that cannot be a table, as a sentence; undefined for text, and for archives, which may be
 * workbooks.
 */
export async function foreignKind(bytes: Uint8Array): Promise<string | undefined> {
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return `It is an old workbook (XLS) or protected by a password; ${save}`;
  if (beginsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return 'It is a PDF; a table is needed';
  const beginning = Buffer.from(bytes.subarray(0, 200)).toString('latin1').replace('\xef\xbb\xbf', '').trimStart();
  const textKind = textKinds.find(([form]) => form.test(beginning));
  if (textKind) return textKind[1];
  // Text may also begin with short signatures, such as the two letters of bitmaps.
  if (!isBinary(bytes)) return undefined;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  if (!found || found.mime === 'application/zip' || /spreadsheetml|ms-excel/.test(found.mime)) return undefined;
  const name = found.ext.toUpperCase();
  return kinds.find(([form]) => form.test(found.mime))?.[1](name) ?? `It is ${name}; a table is needed`;
}

/** Whether the first bytes contain control characters other than those of lines and columns, and are not UTF-16. */
function isBinary(bytes: Uint8Array): boolean {
  if (beginsWith(bytes, 0xff, 0xfe) || beginsWith(bytes, 0xfe, 0xff)) return false;
  return bytes.subarray(0, 512).some((byte) => byte < 32 && byte !== 0 && !(byte >= 9 && byte <= 13));
}
