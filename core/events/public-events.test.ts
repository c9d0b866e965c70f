import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { corePlugin } from '../boot/core-plugin/core-plugin.ts';
import { Registry } from '../boot/registry/registry.ts';
import { defineEvent, type EventDefinition, recordTypesOf } from '../contracts/plugins/event.ts';
import { definePlugin } from '../kernel/plugin/define-plugin.ts';
import { platformPlugins } from '../testing/kernel/platform-plugins.ts';

const root = resolve(import.meta.dirname, '../..');
const installed = (plugins: readonly ReturnType<typeof definePlugin>[]) =>
  plugins.map((definition) => ({ definition, audience: undefined }));
const registry = new Registry(installed([corePlugin, ...(await platformPlugins())]));
const told = registry.events.flatMap((event) => (event.isPublic ? [event] : []));

/** Faults of an event in what it tells other programs. */
function faultsOf(event: EventDefinition): string[] {
  if (!event.isPublic) return event.isInternal && event.isInternal.length >= 20 ? [] : ['says no reason'];
  const parsed = event.payload.safeParse(event.example);
  return [
    ...(/^[A-Z].*\.$/.test(event.sentence) ? [] : ['has no sentence']),
    ...recordTypesOf(event, registry.records).flatMap((type) =>
      registry.record(type) ? [] : [`names no record type "${type}"`],
    ),
    ...(recordTypesOf(event, registry.records).length ? [] : ['names no record type']),
    ...(parsed.success && JSON.stringify(parsed.data) === JSON.stringify(event.example) ? [] : ['has a wrong example']),
  ];
}

it('tells of every event, with sentence, record type and example, or says why not', () => {
  expect(registry.events.flatMap((event) => faultsOf(event).map((fault) => `${event.type} ${fault}`))).toEqual([]);
  expect(told.length).toBeGreaterThanOrEqual(50);
  expect(new Set(told.map(({ sentence }) => sentence)).size).toBe(told.length);
});

it('knows every event that the sources declare', () => {
  const files = globSync(['core/**/*.ts', 'plugins/**/*.ts'], {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name.endsWith('.test.ts') || name.endsWith('.matrix.ts'),
  }).filter((file) => !/(^|\/)testing\//.test(file));
  const texts = files.map((file) => readFileSync(resolve(root, file), 'utf8'));
  const declared = texts.flatMap((text) => [...text.matchAll(/defineEvent\(\{\s*type: '([^']+)'/g)]);
  // An event whose type does not stand first, or not as a text, would not be compared.
  expect(declared).toHaveLength(texts.flatMap((text) => [...text.matchAll(/\bdefineEvent\(/g)]).length);
  const types = new Set(registry.events.map(({ type }) => type));
  expect(declared.length).toBeGreaterThan(50);
  expect(declared.map(([, type = '']) => type).filter((type) => !types.has(type))).toEqual([]);
});

it('finds an event without a sentence, record type or fitting example', () => {
  const payload = z.object({ count: z.int() });
  const event = defineEvent({
    type: 'core.odd',
    isPublic: true,
    sentence: 'odd',
    record: 'unknown',
    example: { count: 0.5 },
    payload,
  });
  expect(faultsOf(event)).toEqual(['has no sentence', 'names no record type "unknown"', 'has a wrong example']);
  expect(faultsOf(defineEvent({ type: 'core.mute', isInternal: 'no', payload }))).toEqual(['says no reason']);
});

it('boots no plugin whose event says neither', () => {
  const { isInternal: _, ...event } = defineEvent({ type: 'odd.happened', isInternal: 'x', payload: z.object({}) });
  const odd = definePlugin({ id: 'odd', title: 'Odd', description: 'Odd.', events: [event as EventDefinition] });
  expect(() => new Registry(installed([corePlugin, odd]))).toThrow('"odd.happened" is neither public nor internal');
});
