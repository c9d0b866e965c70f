import { audit } from '../../audit/audit.ts';
import { saveFile } from '../../files/file.service.ts';
import { writePNG } from '../../files/write-png.ts';
import type { AccountContext } from '../../kernel/context/context.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** A picture whose pixels are computed, as PNG. */
export function drawDemoPicture(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const colours = Array.from({ length: width * height }, (_, at) => colourAt(at % width, Math.floor(at / width)));
  return writePNG({ width, height, pixels: Uint8Array.from(colours.flat()) });
}

const inPDF = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`);

/**
 * A page of lines of text, as PDF in A4. `strokes` are lines of several points in millimeters from the lower left
 * corner.
 */
export function drawDemoPage(
  title: string,
  lines: readonly string[],
  strokes: readonly (readonly (readonly [x: number, y: number])[])[] = [],
): Uint8Array {
  const points = (millimeters: number): string => ((millimeters * 72) / 25.4).toFixed(1);
  const text = lines.map((line, index) => `BT /F 11 Tf 56 ${740 - index * 18} Td (${inPDF(line)}) Tj ET`);
  const drawn = strokes.map(
    (stroke) => `${stroke.map(([x, y], index) => `${points(x)} ${points(y)} ${index ? 'l' : 'm'}`).join(' ')} S`,
  );
  const content = [`BT /F 18 Tf 56 780 Td (${inPDF(title)}) Tj ET`, ...text, '1 w', ...drawn].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}${table}${end}`, 'latin1');
}

/** Adds a file to a demo record. */
export async function addDemoFile(
  ctx: AccountContext,
  record: { type: string; id: string },
  { name, bytes, ...more }: { name: string; bytes: Uint8Array; note?: string; isShared?: boolean },
): Promise<void> {
  const file = await saveFile(ctx, { name, bytes, record });
  Object.assign(file, more);
  audit(ctx, { record, action: 'file_added', note: file.name });
  await ctx.em.flush();
}
