import type { EntityManager } from '@mikro-orm/postgresql';
import type { Clock } from '../../kernel/context/clock.ts';

const clocks = new WeakMap<object, Clock>();

/** Makes this ORM date its writes by the clock of its kernel. */
export function rememberClock(orm: Pick<EntityManager, 'config'>, clock: Clock): void {
  clocks.set(orm.config, clock);
}

/** Creation time of a record. */
export const recordTime = (_: unknown, em: Pick<EntityManager, 'config'>): Date =>
  clocks.get(em.config)?.now() ?? new Date();

/** Time of a change; never before the previous change. */
export function changeTime(record: { updatedAt?: Date }, em: Pick<EntityManager, 'config'>): Date {
  const now = recordTime(record, em);
  return record.updatedAt && record.updatedAt > now ? record.updatedAt : now;
}
