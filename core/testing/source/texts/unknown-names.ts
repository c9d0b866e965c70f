import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Something that a person or a shell types, a value, or the rest of a name that the sentence begins. */
const isNoName = (text: string): boolean => /[\s=$]/.test(text) || /^(?:\d|\.|-|\/(?!v1\/))/.test(text);

/** All names that braces stand for: `item.{created,changed}` is two. */
function unfolded(text: string): string[] {
  const braces = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(text);
  if (!braces) return [text];
  const [, before = '', choices = '', after = ''] = braces;
  return choices.split(',').flatMap((choice) => unfolded(`${before}${choice}${after}`));
}

/**
 * Names and paths in backticks of a document that are gone: files and folders, from the root or from a half of the
 * plugin, and identifiers, events, tables and routes that no source has.
 * @param folder of the plugin, from the root
 * @param sources all sources, as one text
 */
export function unknownNames(
  document: string,
  { root, folder, sources }: { root: string; folder: string; sources: string },
): string[] {
  const places = ['', folder, ...['contracts', 'server', 'browser'].map((half) => `${folder}/${half}`)];
  const exists = (path: string): boolean =>
    places.some((place) => globSync(path.replaceAll(/<[^>]+>/g, '*'), { cwd: join(root, place) }).length > 0);
  const isKnown = (name: string): boolean => {
    if (name.startsWith('/v1/')) {
      const list = name.replaceAll(/\/\{\w+\}$|\/actions\/.*$/g, '');
      return sources.includes(`'${name}'`) || sources.includes(`'${list}'`) || sources.includes(`'${list}/{`);
    }
    if (/\/|\.tsx?$/.test(name)) return exists(name);
    // Ids begin with the prefix and an underscore; calls have arguments.
    const word = name.replace(/\(.*\)$|_$|_?<.*$/, '');
    return sources.includes(word) || sources.includes(word.replace(/^[a-z-]+\./, ''));
  };
  const names = [...document.matchAll(/`([^`\n]+)`/g)].flatMap(([, text = '']) =>
    unfolded(text.replace(/^(?:GET|POST|PUT|PATCH|DELETE) /, '')),
  );
  return [...new Set(names)].filter((name) => !isNoName(name) && !isKnown(name));
}
