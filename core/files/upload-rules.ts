import { problems } from '../contracts/endpoints/problem.ts';
import { largestFile } from '../contracts/work/file.contract.ts';

/** Largest upload of a person of a customer in bytes. */
export const largestFromOutside = 10 * 1024 * 1024;

/** Types of logos and photos. SVG is excluded, because it may contain scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;

const officeTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
];

/** Types of drawings, which are always saved and never opened in place. */
const drawingTypes = { dwg: 'image/vnd.dwg', dxf: 'image/vnd.dxf', step: 'model/step' } as const;

/** Further permitted types: documents that browsers do not execute. */
const documentTypes = [
  'application/pdf',
  'application/zip',
  ...officeTypes,
  'image/tiff',
  'image/heic',
  drawingTypes.dwg,
];

/** What each door takes, with the sentence for other kinds. */
const accepted = {
  images: { types: imageTypes, otherwise: 'The picture has to be a PNG, JPEG, WebP or GIF file' },
  fromOutside: {
    types: [...imageTypes, 'image/heic', 'application/pdf'],
    otherwise: 'Files of this kind are not accepted: send a picture or a PDF',
  },
  all: {
    types: [...imageTypes, ...documentTypes],
    otherwise:
      'Files of this kind are not accepted: send a picture, a PDF, an Office document, a drawing (DWG, DXF, STEP), ' +
      'a ZIP file or plain text',
  },
} as const satisfies Record<string, { types: readonly string[]; otherwise: string }>;

const refuse = (message: string) => problems.invalid_input({ message, errors: [{ path: '', message }] });

/** The type of a drawing that is text, by its first lines (ISO 10303-21, and the first section of a DXF file). */
function drawingTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2_000)).toString('latin1');
  if (/^\s*ISO-10303-21\s*;/.test(head)) return drawingTypes.step;
  if (head.startsWith('AutoCAD Binary DXF\r\n\x1a\0')) return drawingTypes.dxf;
  // Group 999 is a comment.
  return /^(?:\s*999\r?\n[^\n]*\n)*\s*0\r?\n\s*SECTION\r?\n/.test(head) ? drawingTypes.dxf : undefined;
}

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
  [drawingTypes.dwg]: ['dwg'],
  [drawingTypes.dxf]: ['dxf'],
  [drawingTypes.step]: ['step', 'stp'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
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

/** Whether an Office or ZIP file has a part with macros, whose name stands uncompressed in the package's directory. */
const hasMacros = (found: string, bytes: Uint8Array): boolean =>
  /macroenabled/i.test(found) ||
  ((officeTypes.includes(found) || found === 'application/zip') && Buffer.from(bytes).includes('vbaProject.bin'));

/**
 * Content type of an upload, detected from its bytes; name and header are ignored (reliability.md 5.2, upload).
 * @throws Problem 413 `too_large`; 400 `invalid_input` for a file that is empty, of a type that is not permitted, or
 * dangerous (HTML, SVG, programs, macros).
 */
export async function contentTypeOfUpload(
  bytes: Uint8Array,
  name: string,
  { largest = largestFile, accepts = 'all' }: { largest?: number; accepts?: keyof typeof accepted } = {},
): Promise<string> {
  if (bytes.byteLength > largest)
    throw problems.too_large({ message: `A file may have at most ${largest / 1024 / 1024} MB` });
  if (!bytes.byteLength) throw refuse('The file is empty');
  const { fileTypeFromBuffer } = await import('file-type');
  const found = drawingTypeOf(bytes) ?? (await fileTypeFromBuffer(bytes))?.mime;
  if (found !== undefined && hasMacros(found, bytes))
    throw refuse('Office files with macros are not accepted: save it without macros');
  const { types, otherwise } = accepted[accepts];
  if (accepts !== 'all') {
    if (found !== undefined && (types as readonly string[]).includes(found)) return found;
    throw refuse(otherwise);
  }
  const isDrawing = found === drawingTypes.dxf || found === drawingTypes.step;
  if (found !== undefined && (isDrawing || (types as readonly string[]).includes(found))) return found;
  const text = found === undefined ? textTypeOf(bytes, name) : undefined;
  if (text === undefined) throw refuse(otherwise);
  return text;
}
