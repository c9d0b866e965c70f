import type { PluginScreens } from '@millwright/core/browser';
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import type { ManifestPlugin } from '../../core/contracts/plugins/manifest.contract.ts';

/** Reason why a plugin's code is missing; each has its own advice. */
export type PluginFailureKind = 'unreachable' | 'timeout' | 'incompatible' | 'broken' | 'off';

/** A plugin that could not be loaded. The cause is logged to the console, never shown. */
export class PluginFailure extends Error {
  readonly plugin: ManifestPlugin;
  readonly kind: PluginFailureKind;

  constructor(plugin: ManifestPlugin, kind: PluginFailureKind, cause?: unknown) {
    super(`Plugin ${plugin.id}: ${kind}`, { cause });
    this.name = 'PluginFailure';
    this.plugin = plugin;
    this.kind = kind;
  }
}

/** Number of failures after which a plugin is not loaded again until the page is reloaded. */
export const failuresUntilOff = 3;
const scriptTimeout = 8_000;
const totalTimeout = 10_000;
const pauseBeforeRetry = 400;

interface Known {
  plugin: ManifestPlugin;
  attempts: number;
  failures: number;
  loading: Promise<PluginScreens> | undefined;
  screens: PluginScreens | undefined;
}

const known = new Map<string, Known>();
const integrityByPath = new Map<string, string>();
const listeners = new Set<() => void>();
let isPrepared = false;

function prepare(): void {
  if (isPrepared) return;
  isPrepared = true;
  registerPlugins([
    {
      name: 'millwright-guard',
      createScript({ url }) {
        const script = document.createElement('script');
        script.src = url;
        script.async = true;
        script.crossOrigin = 'anonymous';
        const integrity = integrityByPath.get(new URL(url, location.href).pathname);
        if (integrity) script.integrity = integrity;
        return { script, timeout: scriptTimeout };
      },
    },
  ]);
}

/** Registers the plugins of the manifest; loads no code. Can be called again with a newer manifest. */
export function registerManifest(plugins: readonly ManifestPlugin[]): void {
  prepare();
  for (const plugin of plugins) {
    const before = known.get(plugin.id);
    if (before?.plugin.entry === plugin.entry) before.plugin = plugin;
    else {
      known.set(plugin.id, { plugin, attempts: 0, failures: 0, loading: undefined, screens: undefined });
      if (plugin.entry) registerEntry(plugin, plugin.entry, before !== undefined);
    }
  }
}

function registerEntry(plugin: ManifestPlugin, entry: string, isNew: boolean): void {
  const url = new URL(entry, location.href);
  if (plugin.integrity) integrityByPath.set(url.pathname, plugin.integrity);
  registerRemotes([{ name: plugin.name, entry: url.href, type: 'global' }], { force: isNew });
}

/** Loads what a plugin's browser code exposes; concurrent calls share one load. Rejects with PluginFailure. */
export function loadPlugin(id: string): Promise<PluginScreens> {
  const entry = known.get(id);
  if (!entry) return Promise.reject(new Error(`No plugin "${id}" in the manifest`));
  if (entry.screens) return Promise.resolve(entry.screens);
  if (entry.failures >= failuresUntilOff) return Promise.reject(new PluginFailure(entry.plugin, 'off'));
  entry.loading ??= attempt(entry)
    .then((screens) => {
      entry.screens = screens;
      for (const listener of listeners) listener();
      return screens;
    })
    .catch((error: unknown) => {
      countFailure(id);
      throw error;
    })
    .finally(() => {
      entry.loading = undefined;
    });
  return entry.loading;
}

/** Counts a failure outside loading: a screen that threw an error while rendering. */
export function countFailure(id: string): void {
  const entry = known.get(id);
  if (entry) entry.failures += 1;
}

/** Whether the plugin is switched off until the page is reloaded. */
export const isOff = (id: string): boolean => (known.get(id)?.failures ?? 0) >= failuresUntilOff;

/** The loaded plugins, for their palette commands. */
export const loadedPlugins = (): { id: string; screens: PluginScreens }[] =>
  [...known.entries()].flatMap(([id, { screens }]) => (screens ? [{ id, screens }] : []));

/** Calls back when a plugin has been loaded. */
export function onPluginLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function attempt(entry: Known): Promise<PluginScreens> {
  const { plugin } = entry;
  if (!plugin.entry)
    throw new PluginFailure(plugin, 'unreachable', new Error('It has no browser code: it was not built'));
  try {
    return await once(entry);
  } catch (error) {
    // A network failure is tried again; code that fails when it runs would fail again.
    if (!(error instanceof PluginFailure) || error.kind !== 'unreachable') throw error;
    await new Promise((done) => setTimeout(done, pauseBeforeRetry));
    return once(entry);
  }
}

async function once(entry: Known): Promise<PluginScreens> {
  const { plugin } = entry;
  entry.attempts += 1;
  // The federation runtime caches a failed entry; only a different URL makes it load again.
  if (entry.attempts > 1) registerEntry(plugin, `${plugin.entry}?try=${entry.attempts}`, true);
  const started = performance.now();
  let module: { default?: PluginScreens } | null;
  try {
    module = await within(totalTimeout, loadRemote<{ default?: PluginScreens }>(`${plugin.name}/screens`));
  } catch (error) {
    const isLate = error instanceof TimeoutError || performance.now() - started >= scriptTimeout;
    throw isLate ? new PluginFailure(plugin, 'timeout', error) : pluginFailureOf(plugin, error);
  }
  if (module?.default?.kind !== 'screens')
    throw new PluginFailure(plugin, 'broken', new Error('It exposes no screens'));
  return module.default;
}

class TimeoutError extends Error {}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError()), milliseconds);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The failure behind an error of the federation runtime, of a plugin's module or of one of its screens. */
export function pluginFailureOf(plugin: ManifestPlugin, error: unknown): PluginFailure {
  if (error instanceof PluginFailure) return error;
  return new PluginFailure(plugin, isOff(plugin.id) ? 'off' : kindOf(error), error);
}

/** Interprets the runtime's messages: 008 script not loaded, 012 no provider; others have no code. */
function kindOf(error: unknown): PluginFailureKind {
  const text = error instanceof Error ? error.message : String(error);
  if (/RUNTIME-012|of shared singleton module|does not satisfy/i.test(text)) return 'incompatible';
  if (/RUNTIME-008|ScriptNetworkError|Failed to fetch|Loading (CSS )?chunk|ChunkLoadError/i.test(text))
    return 'unreachable';
  return 'broken';
}
