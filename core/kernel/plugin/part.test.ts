import type { ServiceIdentifier } from 'inversify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Clock } from '../context/clock.ts';
import { createServices } from './container.ts';
import { definePlugin } from './define-plugin.ts';
import { created, definePart, every, service } from './part.ts';
import { contribution } from './services.ts';

abstract class GuardPort {
  abstract readonly name: string;
}
class Greeting {
  readonly words: string;

  constructor(words: string) {
    this.words = words;
  }
}
class Gate {
  readonly guards: readonly GuardPort[];
  readonly greeting: Greeting;

  constructor(guards: readonly GuardPort[], greeting: Greeting) {
    this.guards = guards;
    this.greeting = greeting;
  }
}
const guardNamed = (name: string) => definePart({ contributes: () => [contribution(GuardPort, { name })] });
const described = { title: 'Gate', description: 'A gate.' };

it('gives a service all contributions to a port, and what the settings of the installation say', () => {
  const gate = definePlugin({
    ...described,
    id: 'gate',
    config: z.object({ GREETING: z.string() }),
    services: ({ GREETING }) => [created(Greeting, () => new Greeting(GREETING))],
    parts: [definePart({ services: [service(Gate, every(GuardPort), Greeting)] }), guardNamed('first')],
  });
  const other = definePlugin({ ...described, id: 'other', parts: [guardNamed('second')] });
  const services = createServices([gate, other], { now: () => new Date(0) } as Clock, { GREETING: 'Good day' });
  const made = services.get(Gate as ServiceIdentifier<Gate>);
  expect(made.guards.map(({ name }) => name)).toEqual(['first', 'second']);
  expect(made.greeting.words).toBe('Good day');
  expect(services.get(Gate as ServiceIdentifier<Gate>)).toBe(made);
});
