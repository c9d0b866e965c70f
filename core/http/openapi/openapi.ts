import { z } from 'zod';
import { type AnyEndpoint, isReading, pathNames } from '../../contracts/endpoints/endpoint.ts';
import { problemBody } from '../../contracts/endpoints/problem.ts';
import { anyWidget, widgetsOf } from '../../contracts/plugins/widget.ts';
import { addressSnapshot } from '../../contracts/texts/address.ts';
import { bulkAnswer, bulkPreview } from '../../contracts/work/change-set.contract.ts';
import { isList } from '../../imports/delimited/csv.ts';
import type { Route } from '../../kernel/route.ts';
import { takesVersion } from '../request/request-input.ts';
import { NamedSchemas, type OpenapiJson, openapiSchemaOf } from './openapi-schemas.ts';

const isBinary = (part: unknown): part is { contentType: string } =>
  Boolean(part && (part as { binary?: boolean }).binary);

const accessText = (endpoint: AnyEndpoint): string =>
  endpoint.permission
    ? `Needs the right \`${endpoint.permission}\`.`
    : endpoint.widget
      ? widgetAccessText(endpoint)
      : endpoint.public
        ? `Open to everybody: ${endpoint.public}.`
        : endpoint.operator
          ? `For the operator of the installation: ${endpoint.operator}.`
          : `For every signed-in person: ${endpoint.signedIn}.`;

const customersText = ({ customers, widget }: AnyEndpoint): string =>
  customers === undefined || widget ? '' : `People of a customer: ${customers}.`;

function widgetAccessText(endpoint: AnyEndpoint): string {
  const names = widgetsOf(endpoint);
  const opens = names.includes(anyWidget) ? '' : ` that opens ${names.map((name) => `\`${name}\``).join(' or ')}`;
  const person = endpoint.customers
    ? ' Needs `authorization: Bearer` with the token of a sign-in with the same key on the same site.'
    : '';
  const site = "the Origin header has to be one of the key's";
  return `For widgets on the sites of a publishable key${opens}: ${site}.${person}`;
}

/** Headers and query parameters that many operations have. */
const shared = {
  AccountID: {
    name: 'account-id',
    in: 'header',
    schema: { type: 'string' },
    description: "The account to work in; the person's current one if absent",
  },
  IdempotencyKey: {
    name: 'idempotency-key',
    in: 'header',
    schema: { type: 'string', maxLength: 255 },
    description: 'The same key never takes effect twice; signing in, renewing and signing out take no notice of it',
  },
  Confirm: {
    name: 'x-confirm',
    in: 'header',
    schema: { type: 'string' },
    description: 'What a person has confirmed, as `details.confirm` of the answer `confirmation_required` names it',
  },
  IfMatch: {
    name: 'if-match',
    in: 'header',
    schema: { type: 'string' },
    description:
      'The ETag of the record as it was read: changed since, it is 409 `stale_version`. As `version` in the body',
  },
  Format: {
    name: 'format',
    in: 'query',
    schema: { const: 'csv' },
    description: 'Answers every matching row as CSV (UTF-8 with byte order mark) in place of JSON',
  },
  Columns: {
    name: 'columns',
    in: 'query',
    schema: { type: 'array', items: { type: 'string' } },
    style: 'form',
    explode: true,
    description: 'Columns of the CSV in order, each as `path` or `path=Heading`; all of them if absent',
  },
};

/** Descriptions of refusals by status. The operations describe the codes of domains. */
const refusals: Readonly<Record<string, string>> = {
  400: 'Something of the request is not valid: `errors` names each field (`invalid_input`)',
  403: 'The right for it is missing (`forbidden`), or the account is another (`account_required`)',
  404: 'There is no such record (`not_found`)',
  409: 'It does not fit what is there: changed since (`stale_version`), referred to (`in_use`), or against a rule',
};

/** Refusal statuses of an endpoint, besides those of every call. */
const statusesOf = (endpoint: AnyEndpoint): string[] => [
  '400',
  ...(endpoint.public ? [] : ['403']),
  ...(pathNames(endpoint.path).length ? ['404'] : []),
  ...(isReading(endpoint) ? [] : ['409']),
];

const parameter = (name: keyof typeof shared): OpenapiJson => ({ $ref: `#/components/parameters/${name}` });

const pathParameters = (path: string): OpenapiJson[] =>
  pathNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', maxLength: 200 } }));

function parametersOf(endpoint: AnyEndpoint, schemas: NamedSchemas): OpenapiJson[] {
  const parameters: OpenapiJson[] = [];
  if (endpoint.query instanceof z.ZodObject)
    for (const [name, schema] of Object.entries(endpoint.query.shape as Record<string, z.ZodType>)) {
      const json = openapiSchemaOf(schema, 'output');
      const isArray = json['type'] === 'array';
      parameters.push({ name, in: 'query', schema: schemas.refer(json), ...(isArray ? { explode: true } : {}) });
    }
  if (endpoint.method === 'GET' && isList(endpoint)) parameters.push(parameter('Format'), parameter('Columns'));
  if (!endpoint.public && !endpoint.operator && !endpoint.widget) parameters.push(parameter('AccountID'));
  if (!isReading(endpoint)) parameters.push(parameter('IdempotencyKey'), parameter('Confirm'));
  if (takesVersion(endpoint)) parameters.push(parameter('IfMatch'));
  return parameters;
}

function operation(endpoint: AnyEndpoint, pluginID: string, schemas: NamedSchemas): OpenapiJson {
  const { body, reply } = endpoint;
  const bytes = { type: 'string', format: 'binary' };
  const answered = (): OpenapiJson =>
    isBinary(reply)
      ? { content: { [reply.contentType]: { schema: bytes } } }
      : endpoint.status === 204
        ? {}
        : { content: { 'application/json': { schema: schemas.refer(openapiSchemaOf(reply as z.ZodType, 'output')) } } };
  const sent = (): OpenapiJson =>
    isBinary(body)
      ? { [body.contentType]: { schema: bytes } }
      : { 'application/json': { schema: schemas.refer(openapiSchemaOf(body as z.ZodType, 'input')) } };
  return {
    operationId: endpoint.name,
    tags: [pluginID],
    summary: endpoint.summary,
    description: [accessText(endpoint), customersText(endpoint)].filter(Boolean).join(' '),
    parameters: parametersOf(endpoint, schemas),
    ...(body ? { requestBody: { required: true, content: sent() } } : {}),
    ...(endpoint.public || endpoint.widget ? { security: [] } : {}),
    responses: {
      [endpoint.status]: { description: 'Done', ...answered() },
      ...Object.fromEntries(
        statusesOf(endpoint).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
      default: { $ref: '#/components/responses/Other' },
    },
  };
}

const refused = (description: string): OpenapiJson => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** Moves parameters that several operations have to the components. */
function shareParameters(paths: Record<string, OpenapiJson>): Record<string, OpenapiJson> {
  const uses = new Map<string, number>();
  const owners = Object.values(paths).flatMap((path) => [path, ...Object.values(path)]) as {
    parameters?: OpenapiJson[];
  }[];
  const parameters = owners.flatMap((owner) => owner.parameters ?? []).filter((each) => !each['$ref']);
  for (const text of parameters.map((each) => JSON.stringify(each))) uses.set(text, (uses.get(text) ?? 0) + 1);
  const named = new Map<string, string>();
  const components: Record<string, OpenapiJson> = { ...shared };
  for (const [text, count] of uses) {
    if (count < 3) continue;
    const parameter = JSON.parse(text) as { name: string };
    let name = parameter.name;
    for (let next = 2; components[name]; next += 1) name = `${parameter.name}${next}`;
    components[name] = parameter as OpenapiJson;
    named.set(text, name);
  }
  for (const owner of owners)
    owner.parameters = owner.parameters?.map((each) => {
      const name = named.get(JSON.stringify(each));
      return name ? { $ref: `#/components/parameters/${name}` } : each;
    }) as OpenapiJson[];
  return components;
}

/** The OpenAPI 3.1 document of an installation, generated from the endpoints. */
export function openApiDocument(
  routes: readonly { route: Route; pluginID: string }[],
  plugins: readonly { id: string; title: string; description: string }[],
): OpenapiJson {
  const paths: Record<string, OpenapiJson> = {};
  const schemas = new NamedSchemas(
    routes.map(({ route }) => route.endpoint),
    {
      Problem: problemBody,
      NamedReference: z.object({ id: z.string(), name: z.string() }),
      Address: addressSnapshot,
      BulkAnswer: bulkAnswer,
      BulkPreview: bulkPreview,
    },
  );
  for (const { route, pluginID } of routes) {
    const { path, method } = route.endpoint;
    const shown = pathParameters(path);
    paths[path] ??= shown.length ? { parameters: shown } : {};
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route.endpoint, pluginID, schemas) };
  }
  const parameters = shareParameters(paths);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millwright',
      version: '0.1.0',
      description: 'Multi-tenant back office and customer portal for manufacturers and distributors.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: plugins.map(({ id, title, description }) => ({ name: id, description: `${title}: ${description}` })),
    security: [{ accessToken: [] }, { apiKey: [], apiSecret: [] }],
    paths,
    components: {
      schemas: schemas.components(),
      parameters,
      responses: {
        Other: refused(
          'Nobody is signed in (401), too many requests (429; `retry-after` has the seconds), or a fault of ours (5xx)',
        ),
        ...Object.fromEntries(Object.entries(refusals).map(([status, description]) => [status, refused(description)])),
      },
      securitySchemes: {
        accessToken: { type: 'apiKey', in: 'cookie', name: 'at', description: 'Set by signing in' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        apiSecret: { type: 'apiKey', in: 'header', name: 'x-auth-secret' },
      },
    },
  };
}
