import { afterAll, describe, expect, it } from 'vitest';
import { doorTrial } from './doors/door-trial.ts';
import { chosen } from './plan/choice.ts';
import { bootPopulatedKernel, type PopulatedKernel } from './populated-kernel.ts';

// Booted here, not in a hook: the tests are made from its routes.
const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());

const states = kernel.registry.plugins.flatMap(({ definition }) => [...(definition.forbids ?? [])]);
/** Those that people of an account come in by; the door of widgets asks for a key and is tried with it. */
const endpoints = kernel.routes
  .filter(({ route: { scope } }) => scope === 'account' || scope === 'outside')
  .map(({ route }) => route.endpoint)
  .filter(({ operator }) => !operator);

it('there are states in which something must not happen', () => expect(states.length).toBeGreaterThan(1));

describe.each(states.map((state) => [state.name, state] as const))('%s', async (_, state) => {
  const trial = await doorTrial(kernel, state);
  afterAll(() => trial.end());
  // What is closed to whoever calls is refused at the door; `customer-routes.matrix` tries that.
  const open = endpoints.filter(({ customers }) => state.as?.join() !== 'customer' || customers !== undefined);

  it.each(chosen('routes', open, ({ name }) => name).map((endpoint) => [endpoint.name, endpoint] as const))(
    'never by %s',
    async (name, endpoint) => expect([name, await trial.faultsOf(endpoint)]).toEqual([name, []]),
  );
});
