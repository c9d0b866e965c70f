import { pathNames } from '../../contracts/endpoints/endpoint.ts';
import type { EventDefinition } from '../../contracts/plugins/event.ts';
import type { PermissionCode, PermissionDomain } from '../../contracts/plugins/permission.ts';
import { permissionVerbs } from '../../contracts/plugins/permission.ts';
import type { Screen } from '../../contracts/plugins/screen.ts';
import { anyWidget, widgetPath, widgetsOf } from '../../contracts/plugins/widget.ts';
import type { RecordType } from '../../contracts/records/record.ts';
import type { SchemaOwner } from '../../database/schema/migrate.ts';
import { importFaults } from '../../imports/check-imports.ts';
import type { ImportDefinition } from '../../imports/import-definition.ts';
import { faultsOfSchedule } from '../../jobs/looks/scheduled-job.ts';
import type { AnyPlugin } from '../../kernel/plugin/plugin.ts';
import type { Port, Services } from '../../kernel/plugin/services.ts';
import { BootError } from '../../kernel/problems/boot-error.ts';
import type { Route } from '../../kernel/route.ts';
import { teamRights } from '../../permissions/core-permissions.ts';
import type { Reference } from '../../records/reference.ts';

/** PostgreSQL schema and federation name of a plugin. */
export const schemaOf = (pluginID: string): string => pluginID.replaceAll('-', '_');

/** A plugin as installed. */
export interface InstalledPlugin {
  definition: AnyPlugin;
  /** Slugs of the accounts that may use it; undefined for all. */
  audience: readonly string[] | undefined;
}

const portName = (port: Port): string => port.name || 'an unnamed port';

/** The plugins of an installation in dependency order, core first. Built once at boot after all checks. */
export class Registry {
  readonly plugins: readonly InstalledPlugin[];
  readonly domains: readonly PermissionDomain[];
  readonly records: readonly RecordType[];
  readonly screens: readonly (Screen & { pluginID: string })[];
  readonly events: readonly EventDefinition[];
  /** The rights that roles and keys can be granted. */
  readonly permissionCodes: ReadonlySet<PermissionCode>;
  /** All rights, also those that everyone of the team has. */
  readonly rights: ReadonlySet<PermissionCode>;
  readonly #references: ReadonlyMap<string, readonly Reference[]>;

  constructor(installed: readonly InstalledPlugin[]) {
    const faults: string[] = [];
    const plugins = inDependencyOrder(installed, faults);
    const all = plugins.map(({ definition }) => definition);
    this.plugins = plugins;
    // A plugin whose provider is missing also lacks the provider's rights; only the missing provider is reported.
    const lacking = checkPorts(all, faults);
    this.domains = all.flatMap(({ permissions = [] }) => [...permissions]);
    this.records = all.flatMap(({ records = [] }) => [...records]);
    this.screens = all.flatMap(({ id, screens = [] }) =>
      screens.map((screen: Screen) => ({ ...screen, pluginID: id })),
    );
    this.#references = Map.groupBy(
      all.flatMap(({ references = [] }) => [...references]),
      ({ to }: Reference) => to,
    );
    this.permissionCodes = new Set(
      this.domains.flatMap(({ code }) => permissionVerbs.map((verb) => `${code}:${verb}` as const)),
    );
    this.rights = new Set([...this.permissionCodes, ...teamRights]);

    for (const { id } of all)
      if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) faults.push(`Plugin id "${id}" is not kebab-case: rename it`);
    unique(
      faults,
      'plugin id',
      all.map(({ id }) => [id, id]),
    );
    unique(
      faults,
      'permission domain',
      all.flatMap(({ id, permissions = [] }) => permissions.map((domain: PermissionDomain) => [domain.code, id])),
    );
    unique(
      faults,
      'record type',
      all.flatMap(({ id, records = [] }) => records.map((record: RecordType) => [record.type, id])),
    );
    unique(
      faults,
      'id prefix',
      // Types of one plugin may share a table and prefix: products and materials are items.
      all.flatMap(({ id, records = [] }) =>
        [...new Set(records.map((record: RecordType) => record.prefix))].map((prefix) => [prefix, id]),
      ),
    );
    unique(
      faults,
      'screen path',
      this.screens.flatMap(({ path, alsoAt = [], pluginID }) =>
        [path, ...alsoAt].map((each): [string, string] => [each, pluginID]),
      ),
    );
    unique(
      faults,
      'event type',
      all.flatMap(({ id, events = [] }) => events.map(({ type }: { type: string }) => [type, id])),
    );
    unique(
      faults,
      'number series',
      // Core declares the spec's series; the plugin that owns one declares it again with its own label.
      all
        .filter(({ id }) => id !== 'core')
        .flatMap(({ id, numbering = [] }) => numbering.map(({ kind }: { kind: string }) => [kind, id])),
    );
    unique(
      faults,
      'email template',
      all.flatMap(({ id, emails = [] }) => emails.map(({ name }: { name: string }) => [name, id])),
    );
    unique(
      faults,
      'widget',
      all.flatMap(({ id, widgets = [] }) => widgets.map(({ name }: { name: string }) => [name, id])),
    );
    for (const { id, widgets = [] } of all)
      for (const { name } of widgets)
        if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
          faults.push(`Widget "${name}" of "${id}" is not kebab-case: its tag is millwright-<name>`);
    unique(
      faults,
      'problem code',
      all.flatMap(({ id, problems }) => Object.keys(problems?.declarations ?? {}).map((code) => [code, id])),
    );
    for (const { id, events = [] } of all)
      for (const { type } of events)
        if (!type.startsWith(`${id}.`))
          faults.push(`Plugin "${id}" declares the event "${type}": its type has to begin with "${id}."`);
    this.events = all.flatMap(({ events = [] }) => [...events]);
    for (const { type, isPublic, isInternal } of this.events)
      if (!isPublic && !isInternal)
        faults.push(
          `The event "${type}" is neither public nor internal: say \`isPublic\`, or \`isInternal\` with a reason`,
        );
    for (const { pluginID, name, needs } of this.screens)
      for (const code of needs)
        if (!this.rights.has(code) && !lacking.has(pluginID))
          faults.push(
            `Screen "${name}" of "${pluginID}" needs "${code}", which no installed plugin declares: ` +
              'install its owner or remove the need',
          );
    const domains = new Set(all.filter(({ isDomain }) => isDomain).map(({ id }) => id));
    for (const { pluginID, name, path } of this.screens)
      if (!domains.has(pluginID) && !path.startsWith(`/dashboard/x/${pluginID}/`))
        faults.push(
          `Screen "${name}" of "${pluginID}" is at ${path}: ` +
            `plugins outside the domains own /dashboard/x/${pluginID}/... only`,
        );
    for (const { id, records = [] } of all)
      for (const { type, permission } of records)
        if (!this.rights.has(permission))
          faults.push(
            `Record type "${type}" of "${id}" needs "${permission}", which no installed plugin declares: ` +
              'install its owner or correct the code',
          );
    if (faults.length) throw new BootError(faults);
  }

  /** Schemas with their entities and migrations, in migration order. */
  schemaOwners(): SchemaOwner[] {
    return this.plugins
      .filter(({ definition }) => definition.entities?.length)
      .map(({ definition }) => ({
        schema: schemaOf(definition.id),
        entities: definition.entities ?? [],
        migrations: definition.migrations ?? [],
      }));
  }

  entities() {
    return this.plugins.flatMap(({ definition }) => [...(definition.entities ?? [])]);
  }

  /** Ids of the plugins that provide the required ports of this one; without them it cannot be enabled. */
  requirementsOf(pluginID: string): string[] {
    const required = this.#definition(pluginID)?.consumes?.required ?? [];
    const owners = this.plugins.filter(({ definition }) =>
      definition.provides?.some((port) => required.includes(port)),
    );
    return owners.map(({ definition }) => definition.id).filter((id) => id !== pluginID);
  }

  /** Ids of the plugins that require a port of this one. */
  dependentsOf(pluginID: string): string[] {
    return this.plugins
      .map(({ definition }) => definition.id)
      .filter((id) => this.requirementsOf(id).includes(pluginID));
  }

  #definition(pluginID: string): AnyPlugin | undefined {
    return this.plugins.find(({ definition }) => definition.id === pluginID)?.definition;
  }

  /** Whether a plugin is a domain with paths of the spec. */
  isDomain(pluginID: string): boolean {
    return this.#definition(pluginID)?.isDomain === true;
  }

  /** Columns that refer to records of this type, in the order of the plugins. */
  referencesTo(recordType: string): readonly Reference[] {
    return this.#references.get(recordType) ?? [];
  }

  record(type: string): RecordType | undefined {
    return this.records.find((record) => record.type === type);
  }
}

/** Checks that need the routes, which exist only after the container is bound: paths, names, permissions. */
export function checkRoutes(registry: Registry, routes: readonly { route: Route; pluginID: string }[]): void {
  const faults: string[] = [];
  unique(
    faults,
    'endpoint name',
    routes.map(({ route, pluginID }) => [route.endpoint.name, pluginID]),
  );
  unique(
    faults,
    'path',
    routes.map(({ route, pluginID }) => [
      `${route.endpoint.method} ${route.endpoint.path.replaceAll(/\{\w+\}/g, '{}')}`,
      pluginID,
    ]),
  );
  for (const { route, pluginID } of routes) {
    const { name, path, permission } = route.endpoint;
    if (permission && !registry.rights.has(permission))
      faults.push(
        `Endpoint "${name}" of "${pluginID}" needs "${permission}", which no installed plugin declares: ` +
          'install its owner or correct the code',
      );
    if (new Set(pathNames(path)).size !== pathNames(path).length)
      faults.push(`Endpoint "${name}" of "${pluginID}" names a path parameter twice: ${path}`);
    faults.push(...widgetFaults(registry, route, pluginID), ...kindFaults(route, pluginID));
    const permittedPath = route.scope === 'widget' ? `${widgetPath}/x/${pluginID}/` : `/v1/x/${pluginID}/`;
    if (!registry.isDomain(pluginID) && !path.startsWith(permittedPath))
      faults.push(
        `Endpoint "${name}" of "${pluginID}" is at ${path}: plugins outside the domains own ${permittedPath}... only`,
      );
  }
  if (faults.length) throw new BootError(faults);
}

/** Checks that an endpoint's options match its method, right and route. */
function kindFaults(route: Route, pluginID: string): string[] {
  const { endpoint, scope } = route;
  const { name, method, permission, reads, outside } = endpoint;
  const which = `Endpoint "${name}" of "${pluginID}"`;
  const faults: string[] = [];
  if (reads && method !== 'POST' && method !== 'PUT')
    faults.push(`${which} says \`reads\`, which is for POST and PUT: remove it`);
  if (reads && permission && !permission.endsWith(':read'))
    faults.push(`${which} says \`reads\` and needs "${permission}": a call that only asks needs a right to read`);
  if (reads && scope === 'person') faults.push(`${which} says \`reads\`, which personRoute() does not know: remove it`);
  if (scope === 'person' && (route.acts === 'open') !== Boolean(endpoint.public))
    faults.push(`${which} acts "${route.acts}": \`open\` is for endpoints that are public, and only for them`);
  if (outside && scope !== 'outside') faults.push(`${which} says \`outside\`: answer it with outsideRoute()`);
  if (!outside && scope === 'outside') faults.push(`${which} is answered with outsideRoute(): say \`outside: true\``);
  return faults;
}

/**
 * Checks that widget, path and route of an endpoint match, because the path determines how a request is authenticated.
 */
function widgetFaults(registry: Registry, route: Route, pluginID: string): string[] {
  const { name, path, widget } = route.endpoint;
  const isBehindDoor = path.startsWith(`${widgetPath}/`);
  if (widget === undefined && route.scope !== 'widget')
    return isBehindDoor
      ? [`Endpoint "${name}" of "${pluginID}" is at ${path} and no widget's: say which in \`widget\``]
      : [];
  if (widget === undefined || route.scope !== 'widget')
    return [`Endpoint "${name}" of "${pluginID}" needs both \`widget\` and widgetRoute()`];
  if (!isBehindDoor)
    return [`Endpoint "${name}" of "${pluginID}" is a widget's at ${path}: its path has to begin with ${widgetPath}/`];
  const declared = new Set(
    registry.plugins
      .filter(({ definition }) => definition.id === pluginID)
      .flatMap(({ definition }) => definition.widgets ?? [])
      .map((own) => own.name),
  );
  return widgetsOf(route.endpoint)
    .filter((each) => each !== anyWidget && !declared.has(each))
    .map(
      (each) =>
        `Endpoint "${name}" is for the widget "${each}", which "${pluginID}" does not declare: list it in widgets`,
    );
}

/** Checks that need the bound services: names of subscriptions and scheduled jobs, sources of records. */
export function checkHandlers(registry: Registry, services: Services): void {
  const faults: string[] = [];
  const all = registry.plugins.map(({ definition }) => definition);
  unique(
    faults,
    'subscription',
    all.flatMap(({ id, subscriptions }) => (subscriptions?.(services) ?? []).map(({ name }) => [name, id])),
  );
  unique(
    faults,
    'scheduled job',
    all.flatMap(({ id, jobs }) => (jobs?.(services) ?? []).map(({ name }) => [name, id])),
  );
  faults.push(...all.flatMap(({ jobs }) => (jobs?.(services) ?? []).flatMap(faultsOfSchedule)));
  unique(
    faults,
    'kind of change set',
    all.flatMap(({ id, changeSets }) => (changeSets?.(services) ?? []).map(({ action }) => [action, id])),
  );
  for (const { id, changeSets } of all)
    for (const { action, recordType, permission } of changeSets?.(services) ?? []) {
      if (!registry.record(recordType))
        faults.push(
          `"${action}" of "${id}" changes "${recordType}", which is no record type: declare it in the records`,
        );
      if (!registry.rights.has(permission))
        faults.push(
          `"${action}" of "${id}" needs "${permission}", which no installed plugin declares: ` +
            'install its owner or correct the code',
        );
    }
  faults.push(
    ...importFaults(importsOf(registry, services), {
      actions: new Set(all.flatMap(({ changeSets }) => (changeSets?.(services) ?? []).map(({ action }) => action))),
      hasRecord: (type) => registry.record(type) !== undefined,
      permissions: registry.rights,
    }),
  );
  for (const { id, recordSources, records = [] } of all)
    for (const { type } of recordSources?.(services) ?? [])
      if (!records.some((record: RecordType) => record.type === type))
        faults.push(`Plugin "${id}" has a record source for "${type}": declare that type in its records first`);
  if (faults.length) throw new BootError(faults);
}

/** The imports of all plugins with their plugin ids. */
export const importsOf = (
  registry: Registry,
  services: Services,
): { pluginID: string; definition: ImportDefinition }[] =>
  registry.plugins.flatMap(({ definition: plugin }) =>
    (plugin.imports?.(services) ?? []).map((definition) => ({ pluginID: plugin.id, definition })),
  );

function unique(
  faults: string[],
  what: string,
  claims: readonly (readonly [string, string])[] | readonly string[][],
): void {
  const owners = new Map<string, string>();
  for (const [value, owner] of claims as [string, string][]) {
    const other = owners.get(value);
    if (other !== undefined)
      faults.push(`The ${what} "${value}" is claimed by "${other}" and "${owner}": rename one of them`);
    owners.set(value, owner);
  }
}

function inDependencyOrder(installed: readonly InstalledPlugin[], faults: string[]): InstalledPlugin[] {
  const providers = new Map<Port, InstalledPlugin>();
  for (const plugin of installed) for (const port of plugin.definition.provides ?? []) providers.set(port, plugin);
  const done: InstalledPlugin[] = [];
  const under = new Set<InstalledPlugin>();
  const visit = (plugin: InstalledPlugin): void => {
    if (done.includes(plugin)) return;
    if (under.has(plugin)) {
      faults.push(
        `Plugin "${plugin.definition.id}" needs itself through its ports: make one of the ports on the way optional`,
      );
      return;
    }
    under.add(plugin);
    for (const port of plugin.definition.consumes?.required ?? []) {
      const provider = providers.get(port);
      if (provider && provider !== plugin) visit(provider);
    }
    under.delete(plugin);
    done.push(plugin);
  };
  const core = installed.filter(({ definition }) => definition.id === 'core');
  for (const plugin of [...core, ...installed]) visit(plugin);
  return done;
}

/** @returns ids of the plugins that lack a required port */
function checkPorts(all: readonly AnyPlugin[], faults: string[]): ReadonlySet<string> {
  const providers = new Map<Port, string>();
  for (const { id, provides = [] } of all)
    for (const port of provides) {
      const other = providers.get(port);
      if (other) faults.push(`The port ${portName(port)} is provided by "${other}" and "${id}": remove one of them`);
      providers.set(port, id);
    }
  const lacking = new Set<string>();
  for (const { id, consumes } of all)
    for (const port of consumes?.required ?? []) {
      if (providers.has(port)) continue;
      lacking.add(id);
      const owner = port.providedBy ? `"${port.providedBy}"` : undefined;
      faults.push(
        `Plugin "${id}" requires the port ${portName(port)}${owner ? ` of ${owner}` : ''}, ` +
          `which no installed plugin provides: list ${owner ?? 'the plugin that provides it'} ` +
          `in platform.config.ts, or remove "${id}"`,
      );
    }
  return lacking;
}
