import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { projectOf } from '../../plan/projects.ts';
import { operationsWithoutScreen } from './operations-without-screen.ts';

const root = resolve(import.meta.dirname, '../../../..');
const inTree = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' }).filter(
    (path) => !projectOf(path) && !/(^|\/)(e2e|testing|drills|real-data)\//.test(path),
  );

interface Operation {
  endpoint: AnyEndpoint;
  /** Names of the contract exports that contain it, directly or in a record's set of endpoints. */
  exports: Set<string>;
}

function collect(value: unknown, exported: string, found: Map<string, Operation>, depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 2 || '_zod' in value) return;
  if ('kind' in value && value.kind === 'endpoint') {
    const endpoint = value as AnyEndpoint;
    const known = found.get(endpoint.name) ?? { endpoint, exports: new Set([endpoint.name]) };
    found.set(endpoint.name, { ...known, exports: known.exports.add(exported) });
    return;
  }
  for (const each of Object.values(value)) collect(each, exported, found, depth + 1);
}

async function operations(): Promise<Map<string, Operation>> {
  const found = new Map<string, Operation>();
  for (const path of inTree('{core,plugins/*}/contracts/**/*.ts')) {
    const module = (await import(pathToFileURL(resolve(root, path)).href)) as Record<string, unknown>;
    for (const [exported, value] of Object.entries(module)) collect(value, exported, found);
  }
  return found;
}

/** A path as it appears in a caller's source: `/v1/invoices/${id}/pdf`. */
const asText = (path: string): RegExp =>
  new RegExp(`${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '\\$\\{[^}]+\\}')}(?=[\`'"?])`);

it('every operation has a place on a screen, in a widget or in a command, or a reason', async () => {
  const callers = inTree('{core/browser,core/cli,shell,widgets,cli,plugins/*/browser,plugins/*/cli}/**/*.{ts,tsx}');
  const text = callers.map((path) => readFileSync(resolve(root, path), 'utf8')).join('\n');
  const words = new Set(text.match(/\w+/g));
  const unused = [...(await operations()).values()]
    .filter(
      ({ exports, endpoint: { path } }) => ![...exports].some((name) => words.has(name)) && !asText(path).test(text),
    )
    .map(({ endpoint }) => endpoint.name);
  expect(unused.length).toBeGreaterThan(20);
  expect(unused.sort()).toEqual(Object.values(operationsWithoutScreen).flat().sort());
});
