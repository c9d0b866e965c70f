import { z } from 'zod';
import { type AnyEndpoint, isReading, pathNames } from '../contracts/endpoint.ts';
import { problemBody } from '../contracts/problem.ts';
import { anyWidget } from '../contracts/widget.ts';
import type { Route } from './route.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    reused: 'inline',
  }) as Json;
  return json;
};

const isBinary = (part: unknown): part is { contentType: string } =>
  Boolean(part && (part as { binary?: boolean }).binary);

const accessText = (endpoint: AnyEndpoint): string =>
  endpoint.permission
    ? `Needs the right \`${endpoint.permission}\`.`
    : endpoint.widget
      ? `For widgets on the sites of a publishable key${endpoint.widget === anyWidget ? '' : ` that opens \`${endpoint.widget}\``}: the Origin header has to be one of the key's.`
      : endpoint.public
        ? `Open to everybody: ${endpoint.public}.`
        : endpoint.operator
          ? `For the operator of the installation: ${endpoint.operator}.`
          : `For every signed-in person: ${endpoint.signedIn}.`;

function operation(endpoint: AnyEndpoint, pluginID: string): Json {
  const parameters: Json[] = pathNames(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', maxLength: 200 },
  }));
  if (endpoint.query instanceof z.ZodObject)
    for (const [name, schema] of Object.entries(endpoint.query.shape as Record<string, z.ZodType>)) {
      const json = schemaOf(schema, 'output');
      parameters.push({
        name,
        in: 'query',
        required: false,
        schema: json,
        ...(json['type'] === 'array' ? { style: 'form', explode: true } : {}),
      });
    }
  if (!endpoint.public && !endpoint.operator && !endpoint.widget)
    parameters.push({
      name: 'account-id',
      in: 'header',
      required: false,
      schema: { type: 'string' },
      description: "The account to work in; the person's current one if absent",
    });
  if (!isReading(endpoint))
    parameters.push({
      name: 'idempotency-key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 255 },
      description: 'The same key never takes effect twice; signing in, renewing and signing out take no notice of it',
    });
  if (!isReading(endpoint))
    parameters.push({
      name: 'x-confirm',
      in: 'header',
      required: false,
      schema: { type: 'string' },
      description: 'What a person has confirmed, as `details.confirm` of the answer `confirmation_required` names it',
    });
  const body = endpoint.body;
  const problem = {
    description: 'What is wrong',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  const answer = isBinary(endpoint.reply)
    ? { content: { [endpoint.reply.contentType]: { schema: { type: 'string', format: 'binary' } } } }
    : endpoint.status === 204
      ? {}
      : { content: { 'application/json': { schema: schemaOf(endpoint.reply as z.ZodType, 'output') } } };
  return {
    operationId: endpoint.name,
    tags: [pluginID],
    summary: endpoint.summary,
    description: accessText(endpoint),
    parameters,
    ...(body
      ? {
          requestBody: {
            required: true,
            content: isBinary(body)
              ? { [body.contentType]: { schema: { type: 'string', format: 'binary' } } }
              : { 'application/json': { schema: schemaOf(body as z.ZodType, 'input') } },
          },
        }
      : {}),
    security: endpoint.public || endpoint.widget ? [] : [{ accessToken: [] }, { apiKey: [], apiSecret: [] }],
    responses: { [endpoint.status]: { description: 'Done', ...answer }, default: problem },
  };
}

/** The OpenAPI 3.1 document of an installation, made from the endpoints themselves. */
export function openApiDocument(
  routes: readonly { route: Route; pluginID: string }[],
  plugins: readonly { id: string; title: string; description: string }[],
): Json {
  const paths: Record<string, Json> = {};
  for (const { route, pluginID } of routes) {
    const { path, method } = route.endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(route.endpoint, pluginID) };
  }
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
    paths,
    components: {
      schemas: { Problem: schemaOf(problemBody, 'output') },
      securitySchemes: {
        accessToken: { type: 'apiKey', in: 'cookie', name: 'at', description: 'Set by signing in' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        apiSecret: { type: 'apiKey', in: 'header', name: 'x-auth-secret' },
      },
    },
  };
}
