import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusal, usageFailure } from '@millwright/core/cli';
import platform from '../../../platform.config.ts';
import type { NameForms } from './name-forms.ts';

/** Ids that no plugin may have: database schemas, folders of the clone, URL words. */
const reservedIDs = new Set(
  `core public queue extensions pg-catalog information-schema auth api assets plugins widgets templates shell cli
  dashboard sample-plugin`.split(/\s+/),
);

/**
 * Checks that a plugin id is free.
 * @throws CommandFailure naming the conflict
 */
export function expectFreePluginID(root: string, id: string): void {
  if (platform.plugins.some((plugin) => plugin.id === id))
    throw refusal('name_taken', `There is a plugin "${id}" already, in platform.config.ts`);
  if (existsSync(join(root, 'plugins', id))) throw refusal('name_taken', `The folder plugins/${id} is there already`);
  if (reservedIDs.has(id) || id.startsWith('pg-')) throw usageFailure(`"${id}" is reserved: choose another name`);
}

/** Names used by plugins and the kernel, which must be unique for the platform to start. */
interface TakenNames {
  prefixes: Set<string>;
  codes: Set<string>;
  endpoints: Set<string>;
  entities: Set<string>;
}

const allOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

function takenNames(root: string): TakenNames {
  const files = globSync(['core/**/*.ts', 'plugins/*/{contracts,server}/**/*.ts'], {
    cwd: root,
    exclude: ['**/*.test.ts', '**/node_modules/**', '**/migrations/**'],
  });
  const taken: TakenNames = { prefixes: new Set(), codes: new Set(), endpoints: new Set(), entities: new Set() };
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const prefix of allOf(text, /(?:newID\(|idOf\(|prefix: )'([a-z_]+)'/g)) taken.prefixes.add(prefix);
    for (const code of allOf(text, /(?:code|type|domain): '([a-z0-9_]+)'/g)) taken.codes.add(code);
    for (const name of allOf(text, /name: '([a-z]\w+)'/g)) taken.endpoints.add(name);
    for (const name of allOf(text, /name: '([A-Z]\w+)'/g)) taken.entities.add(name);
    for (const [, one, many] of text.matchAll(/one: '(\w+)',\s+many: '(\w+)'/g))
      for (const name of [`list${many}`, `get${one}`, `create${one}`]) taken.endpoints.add(name);
  }
  return taken;
}

/**
 * Checks the record's names against the installation and answers a free id prefix.
 * @throws CommandFailure naming the conflicts
 */
export function expectFreeRecord(root: string, record: NameForms, plural: NameForms, hint: string): { prefix: string } {
  const taken = takenNames(root);
  const refuse = (what: string): never => {
    throw refusal('name_taken', `${what} is taken by another plugin or the kernel`, { hint });
  };
  if (taken.codes.has(plural.snake)) refuse(`The permission domain "${plural.snake}"`);
  if (taken.codes.has(record.snake)) refuse(`The record type "${record.snake}"`);
  if (taken.entities.has(record.pascal)) refuse(`The entity "${record.pascal}"`);
  for (const endpoint of [
    `list${plural.pascal}`,
    `get${record.pascal}`,
    `create${record.pascal}`,
    `set${record.pascal}`,
  ])
    if (taken.endpoints.has(endpoint)) refuse(`The endpoint "${endpoint}"`);
  return { prefix: freePrefix(record.snake.replaceAll(/[^a-z]/g, ''), taken.prefixes) };
}

/** The first free combination of three letters of the name, in their order. */
export function freePrefix(letters: string, taken: ReadonlySet<string>): string {
  const source = `${letters}xyz`;
  for (let second = 1; second < source.length; second += 1)
    for (let third = second + 1; third < source.length; third += 1) {
      const prefix = `${source[0]}${source[second]}${source[third]}`;
      if (!taken.has(prefix)) return prefix;
    }
  throw refusal('name_taken', 'Every id prefix of this name is taken: choose another name');
}
