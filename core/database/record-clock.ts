import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Clock } from '../kernel/clock.ts';

const clocks = new WeakMap<object, Clock>();

/** From now on what this ORM writes is dated by the clock of its kernel. */
export function rememberClock(orm: MikroORM, clock: Clock): void {
  clocks.set(orm.config, clock);
}

/** When a record is made. */
export const recordTime = (_: unknown, em: Pick<EntityManager, 'config'>): Date =>
  clocks.get(em.config)?.now() ?? new Date();

/** When a record is changed: not before it was changed last. */
export function changeTime(record: { updatedAt?: Date }, em: Pick<EntityManager, 'config'>): Date {
  const now = recordTime(record, em);
  return record.updatedAt && record.updatedAt > now ? record.updatedAt : now;
}
