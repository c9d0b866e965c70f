import { audit } from '../audit/audit.ts';
import {
  getLatestSysPropertyValue,
  getSysProperty,
  listSysProperties,
  type SysProperty,
  updateSysProperty,
} from '../contracts/accounts/sys-property.contract.ts';
import { problems } from '../contracts/endpoints/problem.ts';
import type { AccountContext } from '../kernel/context/context.ts';
import type { NumberSeries } from '../kernel/plugin/plugin.ts';
import { type Route, route } from '../kernel/route.ts';
import { allSeries, counterStates, raiseCounter } from './numbering.ts';

/** The account's counters as system properties. */
class SysPropertyService {
  readonly #series: readonly NumberSeries[];

  constructor(declared: readonly NumberSeries[]) {
    this.#series = allSeries(declared);
  }

  async list(ctx: AccountContext): Promise<SysProperty[]> {
    const states = await counterStates(ctx, this.#series);
    return states.map(({ kind, label, next, updatedAt }) => ({
      id: kind,
      type: kind,
      label,
      value: Number(next) - 1,
      next: Number(next),
      createdAt: ctx.account.createdAt,
      updatedAt: updatedAt?.toISOString() ?? null,
    }));
  }

  async get(ctx: AccountContext, type: string): Promise<SysProperty> {
    const found = (await this.list(ctx)).find((property) => property.type === type);
    if (!found) throw problems.not_found();
    return found;
  }

  async raise(ctx: AccountContext, type: string, value: number): Promise<SysProperty> {
    const series = this.#series.find(({ kind }) => kind === type);
    if (!series) throw problems.not_found();
    const now = await this.get(ctx, type);
    if (now.value === value) return now;
    const { before } = await raiseCounter(ctx, type, series.first, value + 1);
    if (Number(before) !== value + 1)
      audit(ctx, {
        record: { type: 'sys_property', id: type },
        action: 'updated',
        changes: [{ field: 'value', from: Number(before) - 1, to: value }],
      });
    return this.get(ctx, type);
  }
}

/** Routes of the system properties; `declared` are the series of all plugins. */
export function sysPropertyRoutes(declared: readonly NumberSeries[]): Route[] {
  const properties = new SysPropertyService(declared);
  return [
    route(listSysProperties, async (ctx) => {
      const items = await properties.list(ctx);
      return { items, count: items.length };
    }),
    route(getSysProperty, (ctx, { params }) => properties.get(ctx, params.sysPropertyID)),
    route(getLatestSysPropertyValue, async (ctx, { params }) => {
      const { type, value } = await properties.get(ctx, params.type);
      return { type, value };
    }),
    route(updateSysProperty, (ctx, { params, body }) => properties.raise(ctx, params.sysPropertyID, body.value)),
  ];
}
