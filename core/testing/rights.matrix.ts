import { afterAll, describe, expect, it } from 'vitest';
import { chosen } from './plan/choice.ts';
import { bootPopulatedKernel, type PopulatedKernel } from './populated-kernel.ts';
import { rightsTrial } from './rights/rights-trial.ts';
import { secondRights } from './rights/second-rights.ts';

// Booted here, not in a hook: the tests are made from its routes.
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
