import { problems } from '../contracts/endpoints/problem.ts';

/** Default limit of an upload in bytes. */
export const largestUpload = 5 * 1024 * 1024;

/** Types of logos and photos. SVG is excluded, because it may contain scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

/** Further permitted types: documents that browsers do not execute. */
const documentTypes = [
  'application/pdf',
  'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/tiff',
  'image/heic',
];

const refuse = (message: string) => problems.invalid_input({ message, errors: [{ path: '', message }] });

/** The type of a text file. Text has no signature: it is UTF-8 without control characters and without markup. */
function textTypeOf(bytes: Uint8Array, name: string): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  if (/[^\P{Cc}\t\n\r\f]/u.test(text) || /<\s*(?:!doctype|\?xml|html|head|body|script|svg|iframe|!--)/i.test(text))
    return undefined;
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
}

/** File name extensions by type; the first one is added to a name with any other. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'text/csv': ['csv'],
  'text/plain': ['txt', 'csv', 'tsv', 'log', 'md', 'edi', 'x12', 'zpl'],
};
const longestName = 200;

/**
 * The name under which a file is stored and saved. Its extension follows from the content, so that `invoice.html` or
 * `photo.png.bat` opens as the text or picture that it is. Separators, control characters and characters that file
 * systems refuse become underscores.
 */
export function safeName(name: string, contentType: string): string {
  const plain = name.normalize('NFC').replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '_');
  const whole = plain.trim().replace(/^\.+/, '').trim() || 'file';
  const allowed = endings[contentType] ?? ['bin'];
  const dot = whole.lastIndexOf('.');
  if (dot > 0 && allowed.includes(whole.slice(dot + 1).toLowerCase()) && whole.length <= longestName) return whole;
  const ending = `.${allowed[0]}`;
  return `${whole.slice(0, longestName - ending.length).toWellFormed()}${ending}`;
}

/**
 * Content type of an upload, detected from its bytes; name and header are ignored (reliability.md 5.2, upload).
 * @throws Problem 413 `too_large`; 400 `invalid_input` for a file that is empty, of a type that is not permitted, or
 * dangerous (HTML, SVG, programs).
 */
export async function contentTypeOfUpload(
  bytes: Uint8Array,
  name: string,
  rules: { largest?: number; imagesOnly?: boolean } = {},
): Promise<string> {
  const largest = rules.largest ?? largestUpload;
  if (bytes.byteLength > largest)
    throw problems.too_large({ message: `A file may have at most ${largest / 1024 / 1024} MiB` });
  if (!bytes.byteLength) throw refuse('The file is empty');
  const { fileTypeFromBuffer } = await import('file-type');
  const found = (await fileTypeFromBuffer(bytes))?.mime;
  if (rules.imagesOnly) {
    if (found && (imageTypes as readonly string[]).includes(found)) return found;
    throw refuse('The picture has to be a PNG, JPEG, WebP or GIF file');
  }
  const type =
    found === undefined
      ? textTypeOf(bytes, name)
      : [...imageTypes, ...documentTypes].find((accepted) => accepted === found);
  if (!type)
    throw refuse(
      'Files of this kind are not accepted: send a picture, a PDF, an Office document, a ZIP file or plain text',
    );
  return type;
}
