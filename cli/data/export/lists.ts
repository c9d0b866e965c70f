import { type AdministratorContext, CommandFailure, exitCodes, refusal } from '@millwright/core/cli';
import { z } from 'zod';

/** A list endpoint, from the server's OpenAPI document. */
export interface ServerList {
  /** `sales-orders`: the operation's name without its verb. */
  name: string;
  path: string;
  pathParameters: string[];
  queryParameters: string[];
  pluginID: string;
  summary: string;
}

const parameter = z.object({ name: z.string(), in: z.string() });
type Parameter = z.output<typeof parameter>;

const operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()).min(1),
  summary: z.string(),
  parameters: z.array(z.union([parameter, z.object({ $ref: z.string() })])).default([]),
});

const openApi = z.object({
  paths: z.record(z.string(), z.object({ get: operation.optional(), parameters: operation.shape.parameters })),
  components: z.object({ parameters: z.record(z.string(), parameter).default({}) }),
});

const named = (parameters: readonly { name: string; in: string }[], where: string): string[] =>
  parameters.filter((parameter) => parameter.in === where).map(({ name }) => name);

/** All list endpoints of the account's plugins: endpoints that answer pages. */
export async function serverLists(ctx: AdministratorContext): Promise<ServerList[]> {
  const response = await ctx.request('/openapi.json');
  const document = openApi.safeParse(response.ok ? await response.json() : undefined);
  if (!document.success)
    throw new CommandFailure({
      message: `The server at ${ctx.url} does not describe its lists`,
      code: 'unreadable_reply',
      exitCode: exitCodes.failed,
    });
  const enabled = new Set(['core', ...ctx.plugins.map(({ id }) => id)]);
  const { paths, components } = document.data;
  const whole = (each: Parameter | { $ref: string }): Parameter[] =>
    '$ref' in each ? [components.parameters[each.$ref.split('/').at(-1) ?? ''] ?? []].flat() : [each];
  return Object.entries(paths)
    .flatMap(([path, { get, parameters: ofPath }]): ServerList[] => {
      if (!get) return [];
      // Parameters of all operations may be declared at the path, and shared ones by reference.
      const parameters = [...ofPath, ...get.parameters].flatMap(whole);
      const queryParameters = named(parameters, 'query');
      if (!queryParameters.includes('take') || !queryParameters.includes('skip')) return [];
      const [pluginID = ''] = get.tags;
      const name = get.operationId
        .replace(/^(list|get)/, '')
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
        .toLowerCase();
      return [
        { name, path, pathParameters: named(parameters, 'path'), queryParameters, pluginID, summary: get.summary },
      ];
    })
    .filter(({ pluginID }) => enabled.has(pluginID))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The address of a list with these filters; path parameters are filters too, and `accountID` is filled in. */
export function exportAddress(
  list: ServerList,
  filters: readonly string[],
  accountID: string,
): { path: string; query: URLSearchParams } {
  const query = new URLSearchParams();
  const path = new Map(list.pathParameters.includes('accountID') ? [['accountID', accountID]] : []);
  const errors: { path: string; message: string }[] = [];
  const allowed = list.queryParameters.filter((name) => !['take', 'skip'].includes(name));
  for (const filter of filters) {
    const at = filter.indexOf('=');
    const name = filter.slice(0, Math.max(0, at)).trim();
    if (at < 1) errors.push({ path: filter, message: 'a filter is NAME=VALUE' });
    else if (list.pathParameters.includes(name)) path.set(name, filter.slice(at + 1));
    else if (allowed.includes(name)) query.append(name, filter.slice(at + 1));
    else
      errors.push({
        path: name,
        message: `is no filter of ${list.name}; there are ${[...list.pathParameters, ...allowed].join(', ')}`,
      });
  }
  for (const name of list.pathParameters)
    if (!path.get(name)) errors.push({ path: name, message: `is needed: --filter ${name}=VALUE` });
  if (errors.length) throw refusal('invalid_input', `The list ${list.name} cannot be filtered like this`, { errors });
  return {
    path: list.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path.get(name) ?? '')),
    query,
  };
}
