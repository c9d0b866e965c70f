import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../ratchet/source-files.ts';
import { longFunctions, namesExportedTwice } from './source-measures.ts';

/** Templates are left out: plugins that come from them export the same names. */
const sources = new Map([...sourceFiles()].filter(([path]) => !path.startsWith('templates/')));

describe('exported names', () => {
  it('are found where two files have them, but for a record and its entity', () => {
    const files = new Map([
      ['core/a.ts', 'export const one = 1;\nexport async function two() {}\nconst three = 3;'],
      ['plugins/x/server/area/b.ts', 'export interface two {}\nexport const three = 3;'],
      ['plugins/x/contracts/carrier.contract.ts', 'export type Carrier = 1;'],
      ['plugins/x/server/area/carrier.entity.ts', 'export const Carrier = 1;\nexport type Carrier = 1;'],
      ['plugins/x/browser/record-sources.ts', 'export const source = 1;'],
      ['plugins/y/browser/record-sources.ts', 'export const source = 1;'],
    ]);
    expect([...namesExportedTwice(files)]).toEqual([['two', ['core/a.ts', 'plugins/x/server/area/b.ts']]]);
    files.set('plugins/y/server/area/carrier.entity.ts', 'export const Carrier = 1;');
    expect(namesExportedTwice(files).get('Carrier')).toHaveLength(2);
  });

  it('say what they are: no two files share one', () => {
    expect(sources.size).toBeGreaterThan(1000);
    expect([...namesExportedTwice(sources)]).toEqual([]);
  });
});

describe('functions', () => {
  it('are measured, whatever stands before them', () => {
    const text =
      "// é\nconst first = 'ü';\nexport const long = () => {\n  return [\n    1,\n  ];\n};\nfunction short() {}\n";
    expect([...longFunctions('a.ts', text, 4)]).toEqual([['long', 5]]);
    expect([...longFunctions('b.ts', text, 5)]).toEqual([]);
  });

  it('have at most 150 lines; tests and migrations are not asked', () => {
    const exempt =
      /\.(test|matrix|fuzz|e2e|soak|real-data|bench)\.tsx?$|-fixture\.ts$|\/testing\/|\/e2e\/|\/migrations\//;
    const long = [...sources].flatMap(([path, text]) =>
      exempt.test(path) ? [] : [...longFunctions(path, text, 150)].map(([name, lines]) => `${path} ${name}: ${lines}`),
    );
    expect(long).toEqual([]);
  });
});
