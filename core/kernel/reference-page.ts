type Json = Record<string, unknown>;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A schema as a reader sees it: names, types and bounds, indented. */
function schemaText(schema: Json | undefined, indent = ''): string {
  if (!schema) return '';
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options) return options.map((option) => schemaText(option, indent)).join(' | ');
  if (schema['enum']) return (schema['enum'] as unknown[]).map((value) => JSON.stringify(value)).join(' | ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (schema['type'] === 'array') return `[${schemaText(schema['items'] as Json, indent)}]`;
  const properties = schema['properties'] as Record<string, Json> | undefined;
  if (properties) {
    const required = new Set((schema['required'] as string[] | undefined) ?? []);
    const lines = Object.entries(properties).map(([name, value]) => `${indent}  ${name}${required.has(name) ? '' : '?'}: ${schemaText(value, `${indent}  `)}`);
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  return String(schema['format'] ?? schema['type'] ?? 'any');
}

function operationHtml(path: string, method: string, operation: Json): string {
  const parameters = (operation['parameters'] as Json[]).filter((parameter) => parameter['in'] !== 'header');
  const body = (operation['requestBody'] as { content: Record<string, { schema: Json }> } | undefined)?.content ?? {};
  const responses = operation['responses'] as Record<string, { content?: Record<string, { schema: Json }> }>;
  const [status = '', answer] = Object.entries(responses)[0] ?? [];
  const block = (title: string, content: Record<string, { schema: Json }>) =>
    Object.entries(content)
      .map(([type, { schema }]) => `<h4>${title} <small>${escape(type)}</small></h4><pre>${escape(schemaText(schema))}</pre>`)
      .join('');
  return `<details id="${escape(String(operation['operationId']))}"><summary><b class="m ${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code> <span>${escape(String(operation['summary']))}</span></summary>
<p>${escape(String(operation['description']))}</p>
${parameters.length ? `<h4>Parameters</h4><table>${parameters.map((parameter) => `<tr><td><code>${escape(String(parameter['name']))}</code></td><td>${escape(String(parameter['in']))}</td><td><pre>${escape(schemaText(parameter['schema'] as Json))}</pre></td></tr>`).join('')}</table>` : ''}
${block('Body', body)}${block(`Answer ${escape(status)}`, answer?.content ?? {})}</details>`;
}

/** The readable reference at `/api/docs`: one page, no script, made from the OpenAPI document. */
export function referencePage(document: Json, nonce: string): string {
  const paths = document['paths'] as Record<string, Record<string, Json>>;
  const tags = document['tags'] as { name: string; description: string }[];
  const sections = tags.map(({ name, description }) => {
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => (operation['tags'] as string[]).includes(name))
        .map(([method, operation]) => operationHtml(path, method, operation)),
    );
    return operations.length ? `<section><h2 id="${escape(name)}">${escape(name)}</h2><p>${escape(description)}</p>${operations.join('\n')}</section>` : '';
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Millwright API</title>
<style nonce="${nonce}">:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow:auto;margin:0;white-space:pre-wrap}details{border:1px solid light-dark(#d5d9e0,#3a3f47);border-radius:6px;padding:.4rem .7rem;margin:.35rem 0}summary{cursor:pointer}summary span{opacity:.85}.m{display:inline-block;width:4rem;font-size:12px}.get{color:light-dark(#0b6b3a,#5ed39a)}.post,.put,.patch{color:light-dark(#7a4a00,#f0b45a)}.delete{color:light-dark(#a01622,#ff8a8a)}td{vertical-align:top;padding:.15rem .8rem .15rem 0}h4{margin:.8rem 0 .2rem}</style></head>
<body><h1>Millwright API</h1><p>Base address <code>/api</code>. The machine-readable document is <a href="/api/openapi.json">openapi.json</a>. Lists answer <code>{items, count}</code> and take <code>query, take, skip, sortBy, sortOrder</code>, repeated keys for lists, and <code>format=csv</code>. Errors are <code>{message, code, status, requestID, errors}</code>.</p>
${sections.join('\n')}</body></html>`;
}
