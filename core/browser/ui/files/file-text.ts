import type { FileInfo } from '../../../contracts/work/file.contract.ts';
import { formats } from '../../format/format.ts';
import type { IconName } from '../display/icon.tsx';

/** A file size for people: `12 KB`. */
export function sizeText(bytes: number, number: (value: number) => string = formats().number): string {
  if (bytes < 1000) return `${number(bytes)} bytes`;
  if (bytes < 1_000_000) return `${number(Math.round(bytes / 1000))} KB`;
  return `${number(Math.round(bytes / 100_000) / 10)} MB`;
}

const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Whether browsers show the file as a picture. */
export const isPicture = ({ contentType }: Pick<FileInfo, 'contentType'>): boolean => pictures.includes(contentType);

/** Icon of a file that is no picture. */
export function fileIcon({ contentType }: Pick<FileInfo, 'contentType'>): IconName {
  if (/vnd\.dwg|vnd\.dxf|model\//.test(contentType)) return 'ruler';
  if (contentType === 'application/zip') return 'archive';
  return contentType === 'text/csv' || contentType.includes('spreadsheet') ? 'columns' : 'document';
}
