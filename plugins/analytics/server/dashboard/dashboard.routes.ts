import { newID, problems } from '@millwright/core/contracts';
import { type AccountContext, type Route, route } from '@millwright/core/server';
import {
  type DashboardPin,
  dashboardPin,
  deleteDashboard,
  getDashboard,
  putDashboard,
  reportOf,
} from '../../contracts/index.ts';
import { refuseUnknown } from '../query/conditions.ts';
import { Dashboard } from './dashboard.entity.ts';

const figure = (report: string, name: string): DashboardPin => ({
  report,
  name,
  kind: 'figure',
  period: 'last30',
  filters: {},
});
const chart = (report: string, name: string, period: DashboardPin['period'] = 'last90'): DashboardPin => ({
  ...figure(report, name),
  kind: 'chart',
  period,
});

/** Default pins by permissions: owners see a part of everything, others their own area. */
const firstPins = {
  sales: [
    figure('sales', 'total'),
    figure('orders', 'open'),
    figure('orders', 'late'),
    chart('sales', 'sales', 'last365'),
  ],
  deliveries: [figure('deliveries', 'onTime')],
  materials: [figure('materials', 'need'), figure('materials', 'onHand'), figure('inventory-receipts', 'value')],
  production: [figure('open-batches', 'value'), figure('production-efficiency', 'efficiency')],
  rep: [
    figure('sales', 'total'),
    figure('orders', 'total'),
    figure('new-customers', 'count'),
    chart('orders', 'orders'),
  ],
  productionChart: [chart('production-costs', 'costs')],
};

function defaultPins(ctx: AccountContext): DashboardPin[] {
  const pins =
    ctx.roleType === 'sales_rep'
      ? firstPins.rep
      : ctx.can('sales_analytics:read')
        ? [
            ...firstPins.sales.slice(0, 3),
            ...firstPins.deliveries,
            ...firstPins.materials.slice(0, 1),
            ...firstPins.production.slice(0, 1),
            ...firstPins.sales.slice(3),
          ]
        : [...firstPins.materials, ...firstPins.production, ...firstPins.productionChart];
  return pins.filter((pin) => maySee(ctx, pin));
}

function maySee(ctx: AccountContext, { report: name }: Pick<DashboardPin, 'report'>): boolean {
  const report = reportOf(name);
  return report !== undefined && ctx.can(report.permission) && (!report.needsProduction || ctx.isEnabled('production'));
}

const storedOf = async (ctx: AccountContext): Promise<Dashboard | null> =>
  ctx.memberID ? ctx.em.findOne(Dashboard, { accountID: ctx.account.id, memberID: ctx.memberID }) : null;

async function read(ctx: AccountContext) {
  if (ctx.customerID) return { isDefault: true, pins: [] };
  const stored = await storedOf(ctx);
  // Pins that an earlier version stored and this one does not know are left out.
  const pins = stored?.pins.flatMap((pin) => dashboardPin.safeParse(pin).data ?? []);
  return { isDefault: !stored, pins: pins?.filter((pin) => maySee(ctx, pin)) ?? defaultPins(ctx) };
}

/** @throws Problem 403 for API keys and portal customers */
function requireMember(ctx: AccountContext): string {
  if (!ctx.memberID || ctx.customerID)
    throw problems.forbidden({ message: 'Only people of the team have a dashboard' });
  return ctx.memberID;
}

export const dashboardRoutes = (): Route[] => [
  route(getDashboard, read),
  route(putDashboard, async (ctx, { body: { pins } }) => {
    const memberID = requireMember(ctx);
    for (const [index, { report, filters }] of pins.entries()) {
      const found = reportOf(report);
      if (found) ctx.require(found.permission);
      await refuseUnknown(ctx, filters, `pins.${index}.filters.`);
    }
    const stored = await storedOf(ctx);
    if (stored) ctx.em.assign(stored, { pins });
    else ctx.em.create(Dashboard, { id: newID('dsh'), memberID, pins });
    await ctx.em.flush();
    return { isDefault: false, pins };
  }),
  route(deleteDashboard, async (ctx) => {
    requireMember(ctx);
    const stored = await storedOf(ctx);
    if (stored) ctx.em.remove(stored);
    await ctx.em.flush();
    return undefined;
  }),
];
