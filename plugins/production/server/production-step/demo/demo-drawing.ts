import { type AccountContext, addDemoFile, drawDemoPage } from '@millwright/core/server';

/** Outline of a palm with its fingers, in millimeters on the page. */
const palm = [
  [60, 60],
  [60, 120],
  [64, 170],
  [72, 172],
  [76, 128],
  [80, 186],
  [89, 186],
  [92, 128],
  [96, 190],
  [105, 188],
  [107, 126],
  [113, 174],
  [121, 170],
  [122, 118],
  [140, 138],
  [147, 130],
  [122, 88],
  [120, 60],
  [60, 60],
] as const;

/** The same outline as a DXF drawing for the laser cutter: lines in the layer CUT. */
function cuttingFile(): Uint8Array {
  const lines = palm.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = palm[index] ?? [0, 0];
    return `0\nLINE\n8\nCUT\n10\n${fromX}\n20\n${fromY}\n11\n${x}\n21\n${y}`;
  });
  return Buffer.from(['0\nSECTION\n2\nENTITIES', ...lines, '0\nENDSEC\n0\nEOF\n'].join('\n'));
}

/** The drawing of a cut part, to be read at the station, and its file for the machine. */
export async function createDemoDrawing(ctx: AccountContext, stepID: string): Promise<void> {
  const record = { type: 'production_step', id: stepID };
  const lines = [
    'Part PT-PLM, size M, scale 1:1',
    'Cowhide 1.2 mm, grain side up',
    'Cut on the line, tolerance 0.5 mm',
  ];
  await addDemoFile(ctx, record, {
    name: 'Palm M.pdf',
    bytes: drawDemoPage('Palm', lines, [palm]),
    note: 'Revision B: longer thumb',
  });
  await addDemoFile(ctx, record, { name: 'Palm M.dxf', bytes: cuttingFile(), note: 'For the laser cutter' });
}
