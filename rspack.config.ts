import { createHash } from 'node:crypto';
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type Compilation, type Compiler, type Configuration, rspack } from '@rspack/core';
import { packFile, unpackFile } from './core/http/files/packed-files.ts';
import platform from './platform.config.ts';
import { integrityOf, removeStale, writeWhole } from './shell/server/built-files.ts';
import { consumed, provided, versionOf } from './shell/server/shared-libraries.ts';

const root = dirname(fileURLToPath(import.meta.url));
const isDevelopment = process.env['NODE_ENV'] === 'development';
const mode = isDevelopment ? 'development' : 'production';
// `npm start` serves first and packs then: it takes a third of the whole build.
const isPacking = !isDevelopment && process.env['BUILD_UNPACKED'] !== '1';

/** What the build leaves for the server in `.build/manifest.json`. Paths are those of the address bar. */
export interface BuildManifest {
  shell: Bundle | null;
  remotes: (Bundle & { id: string })[];
}

interface Bundle {
  /** Federation name: the id with underscores. */
  name: string;
  version: string;
  /** The one script that starts it. */
  entry: string;
  integrity: string;
  css: { path: string; integrity: string }[];
  /** What the entry asks for at once. */
  preload: { path: string; integrity: string }[];
  /**
   * Scripts that each screen and slot of a plugin brings along, its own lazy parts among them, by what
   * `browser/index.tsx` imports.
   */
  screens?: Record<string, string[]>;
}

const swc = (runtime: 'browser' | 'node' | 'widget') => ({
  loader: 'builtin:swc-loader',
  options: {
    jsc: {
      parser: { syntax: 'typescript', tsx: true },
      target: runtime === 'node' ? 'es2024' : 'es2022',
      transform: {
        react: {
          runtime: 'automatic',
          development: isDevelopment,
          ...(runtime === 'widget' ? { importSource: 'preact' } : {}),
        },
      },
      keepClassNames: true,
    },
  },
});

// Not `buildDependencies`: those are followed into platform.config.ts and from there into all server code, so that
// every edit would empty the cache.
const settingsHash = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .update(readFileSync(join(root, 'shell/server/shared-libraries.ts')))
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
  .slice(0, 16);

const cache = (name: string): Configuration['cache'] => ({
  type: 'persistent',
  version: settingsHash,
  storage: { type: 'filesystem', directory: join(root, 'node_modules/.cache/rspack', `${name}-${mode}`) },
});

/** Settings that shell and remotes have in common. */
function browserConfig(name: string, folder: string): Configuration {
  return {
    name,
    mode,
    context: root,
    target: ['web', 'es2022'],
    devtool: isDevelopment ? 'source-map' : false,
    lazyCompilation: false,
    cache: cache(name.replace(':', '-')),
    resolve: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'] },
    output: {
      path: folder,
      filename: '[name].[contenthash:10].js',
      chunkFilename: '[name].[contenthash:10].js',
      cssFilename: '[name].[contenthash:10].css',
      cssChunkFilename: '[name].[contenthash:10].css',
      assetModuleFilename: '[name].[contenthash:10][ext]',
      crossOriginLoading: 'anonymous',
      hashFunction: 'xxhash64',
    },
    module: {
      // Custom properties are a language between style sheets, so they keep their names; only classes are local.
      parser: { 'css/module': { namedExports: false, dashedIdents: false } },
      rules: [
        { test: /\.tsx?$/, exclude: /node_modules/, type: 'javascript/auto', use: swc('browser') },
        // Declarations only: what a screen does not use of them must not be sent.
        { test: /\/contracts\/.*\.ts$/, exclude: /node_modules/, sideEffects: false },
        { test: /\.module\.css$/, type: 'css/module' },
        // Mantine declares its packages free of side effects, which would shake its style sheets off.
        { test: /\.css$/, exclude: /\.module\.css$/, type: 'css', sideEffects: true },
        { test: /\.(svg|png|webp|woff2)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      runtimeChunk: false,
      minimizer: [
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: { format: { comments: false } },
          extractComments: false,
        }),
        // Without targets logical properties become long :lang() lists; all of these know light-dark().
        new rspack.LightningCssMinimizerRspackPlugin({
          minimizerOptions: { targets: 'chrome >= 123, firefox >= 120, safari >= 17.5' },
        }),
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

const hardening = () => (isDevelopment ? [] : [new rspack.SubresourceIntegrityPlugin()]);

/** The host: owns React and every shared library. */
export function shellConfig(build: string, options: { cache?: false } = {}): Configuration {
  const base = browserConfig('shell', join(build, 'shell/assets'));
  return {
    ...base,
    ...options,
    entry: { main: './shell/index.ts' },
    output: { ...base.output, publicPath: '/assets/', uniqueName: 'millwright_shell' },
    plugins: [
      new ModuleFederationPlugin({
        name: 'millwright_shell',
        remotes: {},
        manifest: true,
        dts: false,
        shareStrategy: 'loaded-first',
        shared: provided(build, { isDevelopment }),
        experiments: { asyncStartup: true, provideExternalRuntime: true, optimization: { target: 'web' } },
      }),
      ...hardening(),
      new PublishPlugin({
        build,
        kind: 'shell',
        name: 'millwright_shell',
        entry: /^main\.[\w-]+\.js$/,
        publicPath: '/assets/',
        version: versionOf(root),
      }),
    ],
  };
}

/**
 * The screens of one plugin. `ranges` overrides what it demands of the shared libraries; only tests of refusals need
 * that.
 */
export function remoteConfig(
  build: string,
  plugin: { id: string; folder: string; version: string; ranges?: Record<string, string>; cache?: false },
): Configuration {
  const name = plugin.id.replaceAll('-', '_');
  const base = browserConfig(`plugin:${plugin.id}`, join(build, 'plugins', plugin.id));
  return {
    ...base,
    ...(plugin.cache === false ? { cache: false } : {}),
    entry: {},
    output: { ...base.output, publicPath: 'auto', uniqueName: name },
    plugins: [
      new ModuleFederationPlugin({
        name,
        manifest: true,
        filename: 'remoteEntry.[contenthash:10].js',
        exposes: { './screens': join(plugin.folder, 'browser/index.tsx') },
        dts: false,
        shareStrategy: 'loaded-first',
        shared: consumed(plugin.ranges ?? {}),
        experiments: { asyncStartup: true, externalRuntime: true, optimization: { target: 'web' } },
      }),
      ...hardening(),
      new PublishPlugin({
        build,
        kind: plugin.id,
        name,
        entry: /^remoteEntry\.[\w-]+\.js$/,
        publicPath: `/plugins/${plugin.id}/`,
        version: plugin.version,
        screens: join(plugin.folder, 'browser/index.tsx'),
      }),
    ],
  };
}

/** Folders under `widgets/` with a custom element of their own. */
export const widgetNames = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => existsSync(join(folder, name, 'index.ts')))
        .sort()
    : [];

/**
 * Custom elements for other sites: one module each, and the script that loads them when they are needed. The script
 * keeps its name for all releases of a major version, the modules have their content's hash.
 */
export function widgetsConfig(
  build: string,
  { folder = join(root, 'widgets'), ...options }: { folder?: string; cache?: false } = {},
): Configuration {
  const base = browserConfig('widgets', join(build, 'widgets/v1'));
  const names = widgetNames(folder);
  return {
    ...base,
    ...options,
    entry: {
      loader: { import: join(folder, 'sdk/loader.ts'), filename: 'loader.js' },
      ...Object.fromEntries(names.map((name) => [name, join(folder, name, 'index.ts')])),
    },
    output: {
      ...base.output,
      module: true,
      library: { type: 'module' },
      chunkFormat: 'module',
      chunkLoading: 'import',
      uniqueName: 'millwright_widgets',
    },
    module: {
      // A widget's own address says where the API is.
      parser: { javascript: { url: false, importMeta: false } },
      rules: [
        { test: /\.tsx?$/, exclude: /node_modules/, type: 'javascript/auto', use: swc('widget') },
        { test: /\/contracts\/.*\.ts$/, exclude: /node_modules/, sideEffects: false },
        { test: /\.css$/, type: 'asset/source' },
      ],
    },
    plugins: [new PublishWidgetsPlugin(names)],
  };
}

/** Server and command line: our own code in one place, every dependency left in node_modules. */
export function commandConfig(build: string): Configuration {
  return {
    name: 'cli',
    mode,
    context: root,
    target: 'node24',
    // Node is not told of the maps: it would keep them all in memory. `mappedStack` reads them when it needs them.
    devtool: 'hidden-source-map',
    lazyCompilation: false,
    cache: cache('cli'),
    // A thread's module is found by its name beside whatever starts it.
    entry: {
      main: './cli/main.ts',
      bench: './core/bench/main.ts',
      ...Object.fromEntries(
        globSync('{cli,core,plugins/*/server}/**/*-worker.ts', { cwd: root }).map((path) => [
          basename(path, '.ts'),
          `./${path}`,
        ]),
      ),
    },
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'module', 'node', 'default'],
    },
    output: {
      path: join(build, 'cli'),
      filename: '[name].js',
      chunkFilename: '[name].js',
      module: true,
      chunkFormat: 'module',
      library: { type: 'module' },
      clean: true,
      hashFunction: 'xxhash64',
    },
    externalsType: 'module-import',
    externals: [
      ({ request = '' }, done) => {
        const isOurs =
          request.startsWith('.') ||
          request.startsWith('/') ||
          /^[A-Za-z]:[\\/]/.test(request) ||
          request.startsWith('@millwright/');
        if (isOurs) done();
        else done(undefined, request);
      },
    ],
    externalsPresets: { node: true },
    module: {
      // import.meta is read when the program runs: it is that of .build/cli.
      parser: { javascript: { url: false, importMeta: false } },
      rules: [
        { test: /\.tsx?$/, exclude: /node_modules/, type: 'javascript/auto', use: swc('node') },
        { test: /\/contracts\/.*\.ts$/, exclude: /node_modules/, sideEffects: false },
      ],
    },
    optimization: {
      concatenateModules: false,
      moduleIds: 'named',
      chunkIds: 'named',
      minimizer: [
        // Each thread keeps the text of its program: without comments and blanks it is two thirds as long, and in
        // ASCII a letter takes one byte instead of two. Names stay: renamed classes have merged entities of MikroORM.
        new rspack.SwcJsMinimizerRspackPlugin({
          minimizerOptions: {
            compress: false,
            mangle: false,
            format: { comments: false, asciiOnly: true },
          },
          extractComments: false,
        }),
      ],
    },
    performance: { hints: false },
    stats: 'errors-warnings',
    plugins: [new TellPlugin()],
  };
}

/** Tells `bootstrap.mjs` that the server can be started, while the other bundles are built. */
class TellPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tap('TellPlugin', (compilation) => {
      if (compilation.errors.length === 0) process.send?.('server');
    });
  }
}

type ChunkGroup = Compilation['chunkGroups'][number];

/** Tells the loader under which names the modules came out, and puts compressed copies beside all of them. */
class PublishWidgetsPlugin {
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('PublishWidgetsPlugin', (compilation) => {
      // After the names have the hashes of what is really in the files.
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1;
      compilation.hooks.processAssets.tap({ name: 'PublishWidgetsPlugin', stage }, (assets) => {
        const files = this.#names.map((name) => {
          const file = [...(compilation.entrypoints.get(name)?.getFiles() ?? [])].find((each) => each.endsWith('.js'));
          return [`millwright-${name}`, file];
        });
        const loader = assets['loader.js'];
        if (!loader) return;
        // In a function of its own: pages include it as a plain script, perhaps twice.
        const text = `((widgetFiles)=>{${loader.source()}\n})(${JSON.stringify(Object.fromEntries(files))})`;
        compilation.updateAsset('loader.js', new rspack.sources.RawSource(text));
      });
    });
    compiler.hooks.afterEmit.tapPromise('PublishWidgetsPlugin', async (compilation) => {
      if (compilation.errors.length > 0) return;
      const files = compilation.getAssets().map(({ name }) => name);
      removeStale(compiler.outputPath, new Set(files));
      const paths = files.map((file) => join(compiler.outputPath, file));
      // The one name without a hash.
      await unpackFile(join(compiler.outputPath, 'loader.js'));
      if (!isPacking) return;
      await Promise.all(paths.map(packFile));
      const sizes = files
        .filter((file) => file.endsWith('.js'))
        .map((file) => {
          const { length } = gzipSync(readFileSync(join(compiler.outputPath, file)), { level: 9 });
          return `${file.split('.')[0]} ${(length / 1_000).toFixed(1)}`;
        });
      process.stdout.write(`Widgets, kB gzip: ${sizes.join(', ')}\n`);
    });
  }
}

interface PublishOptions {
  build: string;
  /** `shell` or a plugin's id. */
  kind: string;
  name: string;
  version: string;
  /** Finds the file that starts the bundle. */
  entry: RegExp;
  publicPath: string;
  /** The module that imports the screens. */
  screens?: string;
}

/** What each import of the module fetches, by its request. */
function scriptsOf(groups: readonly ChunkGroup[], module: string): Record<string, string[]> {
  const withChildren = (group: ChunkGroup): ChunkGroup[] => [group, ...group.childrenIterable.flatMap(withChildren)];
  return Object.fromEntries(
    groups.flatMap((group) => {
      const files = withChildren(group).flatMap((each) => each.getFiles());
      const scripts = [...new Set(files)].filter((file) => file.endsWith('.js')).sort();
      return group.origins
        .filter(({ module: from }) => from?.nameForCondition() === module)
        .map(({ request = '' }) => [request, scripts] as const);
    }),
  );
}

/**
 * After each build: removes stale files, writes compressed copies beside the new ones, and enters the bundle in the
 * manifest.
 */
class PublishPlugin {
  readonly #options: PublishOptions;

  constructor(options: PublishOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tapPromise('PublishPlugin', async (compilation) => {
      if (compilation.errors.length > 0) return;
      const folder = compiler.outputPath;
      const files = compilation.getAssets().map(({ name }) => name);
      removeStale(folder, new Set(files));
      if (isPacking) await Promise.all(files.map((file) => packFile(join(folder, file))));
      const entry = files.find((file) => this.#options.entry.test(file));
      if (!entry) throw new Error(`${compiler.name}: no file matches ${this.#options.entry}`);
      const { name, version, publicPath } = this.#options;
      const described = (file: string) => ({ path: publicPath + file, integrity: integrityOf(join(folder, file)) });
      const initial = new Set([...compilation.entrypoints.values()].flatMap((entrypoint) => entrypoint.getFiles()));
      this.#enter({
        name,
        version,
        entry: publicPath + entry,
        integrity: integrityOf(join(folder, entry)),
        css: [...initial].filter((file) => file.endsWith('.css')).map(described),
        preload: compilation.chunkGroups
          .filter(({ origins }) => origins.some(({ request }) => request === './bootstrap.tsx'))
          .flatMap((group) => group.getFiles().map(described)),
        ...(this.#options.screens ? { screens: scriptsOf(compilation.chunkGroups, this.#options.screens) } : {}),
      });
    });
  }

  #enter(bundle: Bundle): void {
    const { build, kind } = this.#options;
    const path = join(build, 'manifest.json');
    const manifest: BuildManifest = existsSync(path)
      ? JSON.parse(readFileSync(path, 'utf8'))
      : { shell: null, remotes: [] };
    if (kind === 'shell') manifest.shell = bundle;
    else manifest.remotes = [...manifest.remotes.filter(({ id }) => id !== kind), { id: kind, ...bundle }];
    writeWhole(path, JSON.stringify(manifest, null, 2));
  }
}

/** Forgets plugins that are not installed any more, so that their code is not served. */
function forgetRemoved(build: string, ids: readonly string[]): void {
  const path = join(build, 'manifest.json');
  if (existsSync(path)) {
    const manifest: BuildManifest = JSON.parse(readFileSync(path, 'utf8'));
    writeWhole(
      path,
      JSON.stringify({ ...manifest, remotes: manifest.remotes.filter(({ id }) => ids.includes(id)) }, null, 2),
    );
  }
  const folder = join(build, 'plugins');
  if (existsSync(folder))
    for (const id of readdirSync(folder)) if (!ids.includes(id)) rmSync(join(folder, id), { recursive: true });
}

/** All bundles of the installation. Functions, so that importing this file for a single one of them builds nothing. */
export default function bundles(): Configuration[] {
  const build = join(root, '.build');
  const ids = platform.plugins
    .map(({ id }) => id)
    .filter((id) => existsSync(join(root, 'plugins', id, 'browser/index.tsx')));
  forgetRemoved(build, ids);
  const command = existsSync(join(root, 'cli/main.ts')) ? [commandConfig(build)] : [];
  // One after the other, so that the server can begin: all at once would be complete together, no sooner.
  const dependencies = command.flatMap(({ name = '' }) => name);
  return [
    ...command,
    { ...shellConfig(build), dependencies },
    ...ids.map((id) => {
      const folder = join(root, 'plugins', id);
      return { ...remoteConfig(build, { id, folder, version: versionOf(folder) }), dependencies };
    }),
    ...(existsSync(join(root, 'widgets/sdk/loader.ts')) ? [{ ...widgetsConfig(build), dependencies }] : []),
  ];
}
