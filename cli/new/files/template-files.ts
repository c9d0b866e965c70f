import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageFailure } from '@millwright/core/cli';
import { formsOf, type NameForms, pluralOf } from './name-forms.ts';

/**
 * The templates are working code of a plugin `sample-plugin` with an aggregate `sample-record`, and are type-checked.
 * These names are replaced in all forms, in texts and paths; nothing else is changed.
 */
const samplePlugin = formsOf('sample-plugin');
const sampleRecord = formsOf('sample-record');
const sampleRecords = formsOf(pluralOf('sample-record'));
const samplePrefix = /\bsmp(?=['_])/;

/** Replacements of a template's names. */
interface Replacement {
  plugin: NameForms;
  record: NameForms;
  prefix: string;
}

const forms = ['kebab', 'snake', 'camel', 'pascal', 'words', 'title'] as const;

/** Replaces the names in a text, all in one pass, so that replaced text is not changed again. */
export function filler({ plugin, record, prefix }: Replacement): (text: string) => string {
  const plural = formsOf(pluralOf(record.kebab));
  const pairs = new Map<string, string>();
  for (const form of forms) {
    pairs.set(samplePlugin[form], plugin[form]);
    pairs.set(sampleRecords[form], plural[form]);
    pairs.set(sampleRecord[form], record[form]);
  }
  const longestFirst = [...pairs.keys()].sort((left, right) => right.length - left.length);
  const pattern = new RegExp(`${longestFirst.join('|')}|${samplePrefix.source}`, 'g');
  return (text) => text.replaceAll(pattern, (found) => pairs.get(found) ?? prefix);
}

/**
 * The files of a template with names replaced, by path within the plugin; those of a widget by path within the clone.
 */
export function filledTemplate(
  root: string,
  templates: readonly string[],
  replacement: Replacement,
): Map<string, string> {
  const fill = filler(replacement);
  const files = new Map<string, string>();
  for (const template of templates) {
    const folder = join(root, 'templates', template);
    for (const path of globSync('**/*.{ts,tsx,css,json,md}', { cwd: folder }).sort()) {
      const text = readFileSync(join(folder, path), 'utf8');
      expectNoClash(text, replacement);
      files.set(fill(path.replaceAll('\\', '/')), fill(text));
    }
  }
  return files;
}

/** @throws CommandFailure for a name that the template itself imports or declares */
function expectNoClash(text: string, { record }: Replacement): void {
  const imported = [...text.matchAll(/import (?:type )?\{([^}]*)\}/g)].flatMap((match) => (match[1] ?? '').split(','));
  const declared = [...text.matchAll(/\b(?:const|let|function|class|type|interface) (\w+)/g)].map(
    (match) => match[1] ?? '',
  );
  const names = new Set([...imported.map((name) => name.replace(/^.* as |type /, '').trim()), ...declared]);
  for (const name of [record.camel, record.pascal, formsOf(pluralOf(record.kebab)).camel])
    if (names.has(name))
      throw usageFailure(`"${record.kebab}" is reserved: the code of a plugin uses "${name}" for something else`);
}
