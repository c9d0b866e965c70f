import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { RecordType } from '../../contracts/records/record.ts';

/** A screen with its plugin and the address at which it is. */
interface PlacedScreen {
  pluginID: string;
  name: string;
  path: string;
}

/** Source files of the screens of a plugin by name, as its `defineScreens` names them. */
function screenFiles(index: string): Map<string, string> {
  const found = readFileSync(index, 'utf8').matchAll(/(?:'([\w-]+)'|([\w-]+)):\s*\(\) =>\s*import\('([^']+)'\)/g);
  return new Map(
    [...found].map(([, quoted, plain, file = '']) => [quoted ?? plain ?? '', resolve(dirname(index), file)]),
  );
}

const shape = (path: string): string => path.split('?')[0]?.replaceAll(/\{\w+\}|:\w+/g, ':id') ?? '';

/** Whether a source, or one that it imports from beside or below it, draws the panels of a record. */
function drawsPanels(file: string, depth = 2): boolean {
  const text = readFileSync(file, 'utf8');
  if (/<RecordScreen\b|<RecordForm\b[^>]*hasPage=\{false\}|<TasksPanel\b/s.test(text)) return true;
  if (depth === 0) return false;
  const imported = [...text.matchAll(/from '(\.{1,2}\/[^']+\.tsx)'/g)].map(([, path = '']) =>
    resolve(dirname(file), path),
  );
  return imported.some((each) => existsSync(each) && drawsPanels(each, depth - 1));
}

/** Types of records whose screen draws no tasks, files and activity, with the screen. */
export function typesWithoutPanels(
  root: string,
  types: readonly RecordType[],
  screens: readonly PlacedScreen[],
): string[] {
  const files = new Map<string, Map<string, string>>();
  const filesOf = (pluginID: string): Map<string, string> => {
    const index = pluginID === 'core' ? 'shell/shell-screens.ts' : `plugins/${pluginID}/browser/index.tsx`;
    const known = files.get(pluginID) ?? screenFiles(resolve(root, index));
    files.set(pluginID, known);
    return known;
  };
  return types.flatMap(({ type, path }) => {
    const screen = screens.find((each) => shape(each.path) === shape(path));
    const file = screen && filesOf(screen.pluginID).get(screen.name);
    return file && drawsPanels(file) ? [] : [type];
  });
}
