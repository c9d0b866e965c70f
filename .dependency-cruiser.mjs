// Who may import whom (architecture, section 7). The canary test breaks every rule once and expects each to be
// reported.
const tests =
  '\\.(test|matrix|fuzz|e2e|night|soak|real-data)\\.tsx?$|-fixture\\.ts$|^core/testing/|^core/bench/|^shell/e2e/';
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: tests, ...from },
  to: { ...to },
});

/** Areas of commerce; each knows those before it. Purchasing and sales do not know each other. */
const areas = ['terms', 'parties', 'pricing', 'purchasing', 'sales', 'fulfilment', 'billing', 'portal'];
const laterThan = (area) => areas.slice(areas.indexOf(area) + 1).concat(area === 'sales' ? 'purchasing' : []);
const area = (names) => `^plugins/commerce/server/(${names.join('|')})/`;

export default {
  forbidden: [
    ...areas
      .filter((name) => laterThan(name).length)
      .map((name) =>
        forbid(
          `commerce-${name}-knows-no-later-area`,
          'The areas of commerce need each other in one direction; a later one implements what an earlier one declares',
          { path: area([name]) },
          { path: area(laterThan(name)) },
        ),
      ),
    forbid(
      'contracts-are-pure',
      'Contracts import zod, big.js and core/contracts only',
      { path: '^(core|plugins/[^/]+)/contracts/' },
      {
        pathNot: '^(core/contracts/|node_modules/(zod|big\\.js|@types/big\\.js)/)|^plugins/([^/]+)/contracts/',
      },
    ),
    forbid(
      'contracts-know-no-other-plugin',
      "A plugin's contracts know no other plugin",
      { path: '^plugins/([^/]+)/contracts/' },
      {
        path: '^plugins/',
        pathNot: '^plugins/$1/contracts/',
      },
    ),
    forbid(
      'core-looks-inward',
      'core never imports plugins, shell, cli or widgets',
      { path: '^core/' },
      { path: '^(plugins|shell|cli|widgets|templates)/' },
    ),
    forbid(
      'core-server-knows-no-browser',
      'The server side of core knows no screens',
      { path: '^core/', pathNot: `^core/browser/|${tests}` },
      { path: '^core/browser/' },
    ),
    forbid(
      'core-browser-knows-no-server',
      'Browser code sees core/contracts only',
      { path: '^core/browser/' },
      {
        path: '^core/',
        pathNot: '^core/(browser|contracts)/',
      },
    ),
    forbid(
      'plugin-server-stays-on-the-server',
      'Server code imports no screens',
      { path: '^plugins/[^/]+/server/' },
      {
        path: '^(core/(browser|cli)|plugins/[^/]+/(browser|cli)|shell|cli|widgets)/',
      },
    ),
    forbid(
      'plugin-server-sees-contracts-only',
      'Other plugins are their contracts',
      { path: '^plugins/([^/]+)/server/' },
      {
        path: '^plugins/',
        pathNot: '^plugins/$1/|^plugins/[^/]+/contracts/',
      },
    ),
    forbid(
      'plugin-browser-knows-no-server',
      'Screens know contracts and core/browser, not even types of the server',
      { path: '^plugins/[^/]+/browser/' },
      {
        path: '^(core/|plugins/[^/]+/(server|cli)/|shell/|cli/|widgets/)',
        pathNot: '^core/(browser|contracts)/',
      },
    ),
    forbid(
      'plugin-browser-sees-contracts-only',
      'Other plugins are their contracts',
      { path: '^plugins/([^/]+)/browser/' },
      {
        path: '^plugins/',
        pathNot: '^plugins/$1/|^plugins/[^/]+/contracts/',
      },
    ),
    forbid(
      'plugin-cli-knows-no-screens',
      'Commands know contracts, core/cli and their own server half',
      { path: '^plugins/[^/]+/cli/' },
      { path: '^(core/browser|plugins/[^/]+/browser|shell|cli|widgets)/' },
    ),
    forbid(
      'plugin-cli-sees-contracts-only',
      'Other plugins are their contracts',
      { path: '^plugins/([^/]+)/cli/' },
      {
        path: '^plugins/',
        pathNot: '^plugins/$1/|^plugins/[^/]+/contracts/',
      },
    ),
    forbid(
      'core-cli-knows-server-types-only',
      'What commands import is light and has no kernel in it',
      { path: '^core/cli/' },
      { path: '^core/', pathNot: '^core/(cli|contracts)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'commands-load-late',
      '`millwright --help` loads every command: what is heavy is imported inside run (`await import(...)`)',
      {
        path: '^(plugins/[^/]+/cli/(index|[^/]+\\.command)\\.tsx?$|cli/(main|program/(program|command-line|run-command))\\.ts$|cli/(commands|new)/|core/cli/(?!components/))',
      },
      {
        path: '^(core/(?!cli/|boot/registry/platform\\.ts)|core/cli/components/|plugins/[^/]+/(contracts|server)/|node_modules/(zod|ink|react|@inkjs|pg|pino)/)',
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'shell-knows-the-manifest-only',
      'The shell finds plugins in the manifest',
      { path: '^shell/' },
      {
        path: '^(plugins/|core/)',
        pathNot: '^core/(browser|contracts)/',
      },
    ),
    forbid(
      'widgets-import-contracts-only',
      'Widgets import contracts and their own code',
      { path: '^widgets/' },
      {
        path: '^(core|plugins/[^/]+|shell|cli)/',
        pathNot: '^core/contracts/|^plugins/[^/]+/contracts/',
      },
    ),
    forbid(
      'one-composition-root',
      'Only platform.config.ts names the server halves of plugins',
      { path: '^(cli|shell|core)/' },
      { path: '^plugins/[^/]+/(server|browser|cli)/' },
    ),
    forbid(
      'context-is-set-by-tenancy',
      'Only tenancy and the kernel open transactions',
      {
        path: '^(core|plugins)/',
        pathNot: `^core/(database|tenancy|team|keys|kernel|boot|http|auth|jobs|events|mail|request-log)/|${tests}`,
      },
      {
        path: '^core/database/(database|orm|schema/(migrate|roles|grants)|connections/database-address|embedded/embedded)',
      },
    ),
    forbid(
      'kernel-is-for-entry-points',
      'Plugins use core/server; only entry points run the kernel',
      { path: '^(plugins|shell|widgets)/' },
      { path: '^core/boot/(index|boot|site|installation)\\.ts$' },
    ),
    forbid(
      'no-circles',
      'Modules that need each other are one module, even if they only need types of each other',
      {},
      { circular: true },
    ),
    forbid('no-unresolved', 'An import that leads nowhere', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules/\\.cache|\\.build|\\.data|\\.artifacts)/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
