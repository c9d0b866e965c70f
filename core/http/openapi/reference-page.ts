import { createHash } from 'node:crypto';

type Json = Record<string, unknown>;

const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const nameOf = (reference: Json): string => String(reference['$ref']).split('/').at(-1) ?? '';

/** A schema in readable form: names, types and limits, indented. */
function schemaText(schema: Json | undefined, indent = ''): string {
  if (!schema) return '';
  if (schema['$ref']) return nameOf(schema);
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options) return options.map((option) => schemaText(option, indent)).join(' | ');
  if (schema['enum']) return (schema['enum'] as unknown[]).map((value) => JSON.stringify(value)).join(' | ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (schema['type'] === 'array') return `[${schemaText(schema['items'] as Json, indent)}]`;
  const properties = schema['properties'] as Record<string, Json> | undefined;
  if (properties) {
    const required = new Set((schema['required'] as string[] | undefined) ?? []);
    const lines = Object.entries(properties).map(
      ([name, value]) => `${indent}  ${name}${required.has(name) ? '' : '?'}: ${schemaText(value, `${indent}  `)}`,
    );
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  return String(schema['format'] ?? schema['type'] ?? 'any');
}

/** The text with links at names of schemas. */
const linked = (text: string): string =>
  html(text).replaceAll(/\b[A-Z][A-Za-z0-9]+\b/g, (name) => `<a href="#schema-${name}">${name}</a>`);

function operationHtml(path: string, method: string, operation: Json, parametersOf: (owner: Json) => Json[]): string {
  const parameters = parametersOf(operation).filter(({ in: place }) => place === 'path' || place === 'query');
  const body = (operation['requestBody'] as { content: Record<string, { schema: Json }> } | undefined)?.content ?? {};
  const responses = operation['responses'] as Record<string, { content?: Record<string, { schema: Json }> }>;
  const [status = '', answer] = Object.entries(responses)[0] ?? [];
  const block = (title: string, content: Record<string, { schema: Json }>) =>
    Object.entries(content)
      .map(
        ([type, { schema }]) =>
          `<h4>${title} <small>${html(type)}</small></h4><pre>${linked(schemaText(schema))}</pre>`,
      )
      .join('');
  const rows = parameters.map(
    (parameter) =>
      `<tr><td><code>${html(String(parameter['name']))}</code></td><td>${html(String(parameter['in']))}</td>` +
      `<td><pre>${html(schemaText(parameter['schema'] as Json))}</pre></td></tr>`,
  );
  const verb = `<b class="m ${method}">${method.toUpperCase()}</b>`;
  const summary = `<span>${html(String(operation['summary']))}</span>`;
  const id = html(String(operation['operationId']));
  return `<details id="${id}"><summary>${verb} <code>${html(path)}</code> ${summary}</summary>
<p>${html(String(operation['description']))}</p>
${rows.length ? `<h4>Parameters</h4><table>${rows.join('')}</table>` : ''}
${block('Body', body)}${block(`Answer ${html(status)}`, answer?.content ?? {})}</details>`;
}

/** A permission domain with its endpoints and screens. */
export interface PermissionUse {
  code: string;
  group: string;
  description: string;
  /** Names of endpoints by right: `sales_orders:read`. */
  endpoints: { right: string; names: string[] }[];
  /**
   * Titles of screens that need any right of the domain, with their rights and the role types that are excluded anyway.
   */
  screens: { title: string; needs: string[]; blockedFor: string[] }[];
}

const endpointsOf = ({ endpoints }: PermissionUse): string =>
  endpoints
    .map(({ right, names }) => {
      const links = names.map((name) => `<a href="#${html(name)}">${html(name)}</a>`);
      return `<b>${html(right)}</b> ${links.join(', ')}`;
    })
    .join('<br>');

const screensOf = ({ screens }: PermissionUse): string =>
  screens
    .map(({ title, needs, blockedFor }) => {
      const limits = [needs.join(', '), ...blockedFor.map((type) => `not for ${type}`)];
      return `${html(title)} <small>${html(limits.join('; '))}</small>`;
    })
    .join('<br>');

const permissionTable = (uses: readonly PermissionUse[]): string => `<section><h2 id="permissions">Permissions</h2>
<p>What each right opens. Admins have all of them; a screen needs every right it lists.</p>
<table class="rights"><thead><tr><th>Domain</th><th>Endpoints by right</th><th>Screens</th></tr></thead><tbody>${uses
  .map(
    (
      use,
    ) => `<tr><td><code>${html(use.code)}</code><br><small>${html(use.group)}</small><br>${html(use.description)}</td>
<td>${endpointsOf(use)}</td>
<td>${screensOf(use)}</td></tr>`,
  )
  .join('\n')}</tbody></table></section>`;

const style = [
  ':root{color-scheme:light dark}',
  'body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}',
  'code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow:auto;margin:0;white-space:pre-wrap}',
  'details{border:1px solid light-dark(#d5d9e0,#3a3f47);border-radius:6px;padding:.4rem .7rem;margin:.35rem 0}',
  'summary{cursor:pointer}summary span{opacity:.85}.m{display:inline-block;width:4rem;font-size:12px}',
  '.get{color:light-dark(#0b6b3a,#5ed39a)}.post,.put,.patch{color:light-dark(#7a4a00,#f0b45a)}',
  '.delete{color:light-dark(#a01622,#ff8a8a)}td{vertical-align:top;padding:.15rem .8rem .15rem 0}',
  'h4{margin:.8rem 0 .2rem}',
  '.rights td,.rights th{border-top:1px solid light-dark(#d5d9e0,#3a3f47);text-align:left;padding:.4rem .8rem .4rem 0}',
].join('');

/** Hash of the page's style for its content security policy. */
export const referenceStyleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;

const head =
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width"><title>Millwright API</title>';

const introduction =
  '<p>Base address <code>/api</code>. The machine-readable document is <a href="/api/openapi.json">openapi.json</a>; ' +
  '<a href="#permissions">permissions</a> are at the end. Lists answer <code>{items, count}</code> ' +
  'and take <code>query, take, skip, sortBy, sortOrder</code>, repeated keys for lists, ' +
  'and <code>format=csv</code>, of which <code>columns</code> names the columns in order, ' +
  'each as <code>path</code> or <code>path=Heading</code>. ' +
  'Errors are <code>{message, code, status, requestID, errors}</code>.</p>';

/**
 * The readable reference at `/api/docs`: one page without script, generated from the OpenAPI document and the
 * permissions.
 */
export function referencePage(document: Json, uses: readonly PermissionUse[] = []): string {
  const paths = document['paths'] as Record<string, Record<string, Json>>;
  const { schemas: named, parameters: shared } = document['components'] as Record<string, Record<string, Json>>;
  const parametersOf = (owner: Json): Json[] =>
    ((owner['parameters'] ?? []) as Json[]).map((each) => (each['$ref'] ? (shared?.[nameOf(each)] ?? each) : each));
  const tags = document['tags'] as { name: string; description: string }[];
  const sections = tags.map(({ name, description }) => {
    const operations = Object.entries(paths).flatMap(([path, { parameters: _, ...methods }]) =>
      Object.entries(methods)
        .filter(([, operation]) => (operation['tags'] as string[]).includes(name))
        .map(([method, operation]) =>
          operationHtml(path, method, operation, (owner) => [
            ...parametersOf(paths[path] ?? {}),
            ...parametersOf(owner),
          ]),
        ),
    );
    return operations.length
      ? `<section><h2 id="${html(name)}">${html(name)}</h2><p>${html(description)}</p>` +
          `${operations.join('\n')}</section>`
      : '';
  });
  const schemas = Object.entries(named ?? {})
    .map(([name, schema]) => `<h3 id="schema-${name}">${name}</h3><pre>${linked(schemaText(schema))}</pre>`)
    .join('\n');
  return `${head}
<style>${style}</style></head>
<body><h1>Millwright API</h1>${introduction}
${sections.join('\n')}
<section><h2 id="schemas">Schemas</h2>${schemas}</section>
${permissionTable(uses)}</body></html>`;
}
