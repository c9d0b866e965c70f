import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../kernel/openapi.ts';
import { permissionUses } from '../kernel/permission-uses.ts';
import { referencePage } from '../kernel/reference-page.ts';
import { platformPlugins } from './platform-plugins.ts';
import { bootTestKernel } from './test-kernel.ts';

const kernel = await bootTestKernel({ plugins: await platformPlugins() });
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
    ).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      kernel.routes.map(({ route }) => route.endpoint.name).sort(),
    );
    for (const operation of operations) expect(operation['summary']).toMatch(/\.$/);
  });

  it('is readable as a page without scripts', () => {
    const page = referencePage(document, 'nonce');
    expect(page).not.toContain('<script');
    for (const { route } of kernel.routes) expect(page).toContain(`id="${route.endpoint.name}"`);
  });

  it('says which screens each right opens, and who is kept out all the same', () => {
    const page = referencePage(document, 'nonce', permissionUses(kernel));
    expect(page).toContain('Customer groups <small>customer_groups:read; not for sales_rep</small>');
    expect(page).toContain('Carriers <small>carriers:read</small>');
  });
});
