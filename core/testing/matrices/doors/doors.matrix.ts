import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootPopulatedKernel, type PopulatedKernel } from '../../kernel/populated-kernel.ts';
import { chosen } from '../../plan/choice.ts';
import { doorTrial } from './door-trial.ts';
import { importKindsOf } from './import-door.ts';
import { callInside, innerListener } from './inner-listener.ts';

// Booted here instead of in a hook, because the tests are generated from its routes.
const kernel: PopulatedKernel = await bootPopulatedKernel();
afterAll(() => kernel.stop());
// Customers can pay by practice card only in accounts with demo data.
await kernel.admin.query('update core.account set is_demo = true where id = $1', [kernel.a.id]);

const states = kernel.registry.plugins.flatMap(({ definition }) => [...(definition.forbids ?? [])]);
/** Endpoints of an account: for its members, and for widgets on other sites. */
const endpoints = kernel.routes
  .filter(({ route: { scope } }) => scope === 'account' || scope === 'outside' || scope === 'widget')
  .map(({ route }) => route.endpoint)
  .filter(({ operator }) => !operator);

it('there are states in which something must not happen', () => expect(states.length).toBeGreaterThan(1));

describe.each(states.map((state) => [state.name, state] as const))('%s', (_, state) => {
  // The states run one after the other, because rolled-back trials use the shared database.
  let trial: Awaited<ReturnType<typeof doorTrial>>;
  beforeAll(async () => {
    trial = await doorTrial(kernel, state);
  });
  afterAll(() => trial?.end());
  // Refusals because of the caller's kind are tested in `customer-routes.matrix`.
  const open = endpoints.filter(({ customers }) => state.as?.join() !== 'customer' || customers !== undefined);
  const proofs = new Set(Object.values(state.meets));
  const planned = new Set(chosen('routes', open, ({ name }) => name));
  const walked = open.filter((endpoint) => planned.has(endpoint) || proofs.has(endpoint.name));

  it.each(walked.map((endpoint) => [endpoint.name, endpoint] as const))('never by %s', async (name, endpoint) =>
    expect([name, await trial.faultsOf(endpoint)]).toEqual([name, []]),
  );

  // Imports change records and show none, so they cannot break a state that only forbids showing.
  if (state.measure) {
    it('would be seen', async () => expect(await trial.isSeen()).toBe(true));

    it('never by a file', async () => {
      const faults: string[] = [];
      for (const definition of importKindsOf(kernel)) faults.push(...(await trial.faultsOfImport(definition)));
      expect(faults).toEqual([]);
    });
  }

  it('and calls get as far as the rule', ({ annotate }) => {
    expect(trial.notMet(), trial.summary()).toEqual([]);
    return annotate(trial.summary());
  });
});

describe('an address inside', () => {
  it('is reached by nothing that anybody types in, and a call to it would be heard', async () => {
    const listener = await innerListener();
    try {
      const { taken, asked, faults } = await callInside(kernel, listener);
      expect(faults).toEqual([]);
      expect(taken.length).toBeGreaterThan(0);
      expect(asked).toContain('testEdiConnection');
      expect(listener.heard()).toBe(0);
      await fetch(`http://127.0.0.1:${listener.port}/`).catch(() => undefined);
      expect(listener.heard()).toBeGreaterThan(0);
    } finally {
      await listener.stop();
    }
  });
});
