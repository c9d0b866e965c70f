import { brotliCompressSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { permissionUses } from '../../../boot/registry/permission-uses.ts';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';
import { isTouched } from '../../../contracts/endpoints/touched.ts';
import { openApiDocument } from '../../../http/openapi/openapi.ts';
import { referencePage } from '../../../http/openapi/reference-page.ts';
import { platformPlugins } from '../../kernel/platform-plugins.ts';
import { sharedKernel } from '../../kernel/shared-kernel.ts';
import { recordsWithoutDates } from './record-dates.ts';

const kernel = await sharedKernel(await platformPlugins());
afterAll(() => kernel.stop());

const document = openApiDocument(
  kernel.routes,
  kernel.registry.plugins.map(({ definition: { id, title, description } }) => ({ id, title, description })),
);

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('has every route, with an operation id, its access and a schema of its answer', () => {
    const operations = Object.values(
      document['paths'] as Record<string, Record<string, Record<string, unknown>>>,
    ).flatMap(({ parameters: _, ...methods }) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      kernel.routes.map(({ route }) => route.endpoint.name).sort(),
    );
    for (const operation of operations) expect(operation['summary']).toMatch(/\.$/);
  });

  it('is of routes that touch only what there is to read', () => {
    const endpoints = kernel.routes.map(({ route }) => route.endpoint);
    const read = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const touching = endpoints.flatMap(({ name, touches = [] }) => touches.map((path) => ({ name, path })));
    expect(touching.length).toBeGreaterThan(0);
    expect(touching.filter(({ path }) => !read.some((below) => isTouched(below, [path])))).toEqual([]);
  });

  it('is of records that say when they were made and changed', () => {
    const endpoints = kernel.routes.map(({ route }) => route.endpoint);
    expect(recordsWithoutDates(endpoints)).toEqual([]);
    const order = endpoints.find(({ name }) => name === 'getSalesOrder') ?? expect.fail('There is no such route');
    const bare = { ...order, reply: z.object({ id: z.string() }) } as AnyEndpoint;
    expect(recordsWithoutDates([...endpoints, bare])).toEqual([bare.path]);
  });

  it('names what it tells of, once each', () => {
    const { schemas } = document['components'] as { schemas: Record<string, object> };
    const known = Object.keys(schemas);
    for (const name of ['Customer', 'SalesOrder', 'SalesOrderList', 'CreateSalesOrderBody', 'Product', 'Problem'])
      expect(known).toContain(name);
    for (const name of known) expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/);
    const text = JSON.stringify(document);
    const named = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect([...new Set(named)].filter((name) => !known.includes(name ?? ''))).toEqual([]);
    // Compressed, as it is sent.
    expect(brotliCompressSync(text).length).toBeLessThanOrEqual(100_000);
  });

  it('tells of CSV, versions and refusals', () => {
    const paths = document['paths'] as Record<string, Record<string, { parameters: object[]; responses: object }>>;
    const list = paths['/v1/sales-orders']?.['get'];
    const refs = ['Format', 'Columns'].map((name) => ({ $ref: `#/components/parameters/${name}` }));
    expect(list?.parameters).toEqual(expect.arrayContaining(refs));
    const change = paths['/v1/sales-orders/{orderID}']?.['patch'];
    expect(change?.parameters).toContainEqual({ $ref: '#/components/parameters/IfMatch' });
    expect(Object.keys(change?.responses ?? {})).toEqual(['200', '400', '403', '404', '409', 'default']);
  });

  it('is readable as a page without scripts', () => {
    const page = referencePage(document);
    expect(page).not.toContain('<script');
    for (const { route } of kernel.routes) expect(page).toContain(`id="${route.endpoint.name}"`);
  });

  it('says which screens each right opens, and who is kept out all the same', () => {
    const page = referencePage(document, permissionUses(kernel));
    expect(page).toContain('Customer groups <small>customer_groups:read; not for sales_rep</small>');
    expect(page).toContain('Carriers <small>carriers:read</small>');
  });
});
