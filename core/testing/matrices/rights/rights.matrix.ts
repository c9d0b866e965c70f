import { afterAll, describe, expect, it } from 'vitest';
import { bootPopulatedKernel, type PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { chosen } from '../../plan/choice.ts';
import { rightsTrial } from './rights-trial.ts';
import { secondRights } from './second-rights.ts';

// Booted here instead of in a hook, because the tests are generated from its routes.
const kernel: PopulatedKernel = await bootPopulatedKernel();
const trial = await rightsTrial(kernel);
afterAll(async () => {
  trial.end();
  await kernel.stop();
});

const endpoints = kernel.routes
  .filter(({ route }) => route.scope === 'account' || route.scope === 'outside')
  .map(({ route }) => route.endpoint)
  .filter(({ operator }) => !operator);

describe('the rights that a call asks for', () => {
  it('are known of routes that there are', () => {
    const names = new Set(endpoints.map(({ name }) => name));
    expect(Object.keys(secondRights).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(secondRights).length).toBeGreaterThan(30);
  });

  it.each(chosen('routes', endpoints, ({ name }) => name).map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s names each that is missing, and writes nothing then',
    async (_, endpoint) => expect(await trial.faultsOf(endpoint, secondRights[endpoint.name])).toEqual([]),
  );
});
