import { addDays, dateIn, dayLength, decimal, sumOf } from '@millwright/core/contracts';
import { apiRefusal, demoRandom } from '@millwright/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  analyzeDeliveries,
  analyzeMaterials,
  analyzeNewCustomers,
  analyzeOrders,
  analyzeProductsOnOrder,
  analyzeQuarterlyOrders,
  analyzeSales,
  type Filters,
  groupings,
  listFigureDocuments,
  type Trend,
} from '../../contracts/index.ts';
import { sumMonths } from '../sums/sum-months.ts';
import {
  type AnalyticsFixture,
  analyticsFixture,
  type FactLine,
  type FactOrder,
  lastDay,
  zone,
} from './analytics-fixture.ts';

// Every figure is calculated a second time here, from the generated rows: days by the time zones of JavaScript, sums
// one by one. Filters and periods are random.
let at: AnalyticsFixture;
const random = demoRandom(7);
beforeAll(async () => {
  at = await analyticsFixture(19);
  await at.kernel.a.run(sumMonths);
});
afterAll(() => at?.stop());

interface Asked extends Filters {
  startDate: string;
  endDate: string;
}

const drawnPeriod = () => {
  const length = random.pick([0, 1, 6, 29, 89, 91, 92, 200, 364, 700]);
  const endDate = addDays(lastDay, -random.integer(0, 400));
  return { startDate: addDays(endDate, -length), endDate };
};
/** Random filters, sometimes with `none` among their ids. */
function drawn(names: readonly (keyof Filters)[]): Asked {
  const pools: Filters = {
    productLineIDs: [...at.productLineIDs, 'none'],
    customerIDs: at.customers.map(({ id }) => id),
    customerGroupIDs: [...at.groupIDs, 'none'],
    salesRepIDs: [...at.repIDs, 'none'],
    itemIDs: at.products.map(({ id }) => id),
  };
  const filters: Filters = {};
  for (const name of names) {
    const dice = random.next();
    if (dice < 0.6) continue;
    const pool = pools[name] ?? [];
    filters[name] = dice > 0.95 ? [] : pool.filter(() => random.next() < 0.5);
  }
  return { ...drawnPeriod(), ...filters };
}

const has = (ids: string[] | undefined, value: string | null): boolean =>
  !ids?.length || ids.includes(value === null || value === '' ? 'none' : value);

function isOf(document: { customerID: string; salesRepID: string | null }, asked: Filters): boolean {
  const customer = at.customers.find(({ id }) => id === document.customerID);
  const groups = asked.customerGroupIDs ?? [];
  return (
    (!asked.customerIDs?.length || asked.customerIDs.includes(document.customerID)) &&
    has(asked.salesRepIDs, document.salesRepID) &&
    (!groups.length ||
      groups.some((id) => customer?.groupIDs.includes(id)) ||
      (groups.includes('none') && customer?.typeID === null))
  );
}
const isLineOf = (line: FactLine, asked: Filters): boolean =>
  (!asked.itemIDs?.length || asked.itemIDs.includes(line.itemID)) && has(asked.productLineIDs, line.productLineID);
const asksForItems = ({ itemIDs, productLineIDs }: Filters): boolean => !!itemIDs?.length || !!productLineIDs?.length;

interface Fact {
  id: string;
  day: string;
  customerID: string;
  salesRepID: string | null;
  line: FactLine;
  isCredit: boolean;
}
const facts = {
  sales: (): Fact[] =>
    at.documents.flatMap((document) => {
      if (document.isVoid || document.isOpening) return [];
      const { id, day, customerID, salesRepID, kind } = document;
      const lines = document.lines.length
        ? document.lines
        : [{ itemID: '', productLineID: null, amount: document.amount }];
      return lines.map((line) => ({ id, day, customerID, salesRepID, line, isCredit: kind === 'credit' }));
    }),
  orders: (): Fact[] =>
    at.orders.flatMap(({ id, customerID, salesRepID, issuedAt, lines }) =>
      issuedAt
        ? lines.map((line) => ({ id, day: dateIn(zone, issuedAt), customerID, salesRepID, line, isCredit: false }))
        : [],
    ),
};
const isIn = (asked: Asked, day: string): boolean => day >= asked.startDate && day <= asked.endDate;
const matching = (kind: keyof typeof facts, asked: Asked): Fact[] =>
  facts[kind]().filter((fact) => isIn(asked, fact.day) && isOf(fact, asked) && isLineOf(fact.line, asked));
const amountOf = (found: readonly Fact[]): number =>
  Number(found.reduce((total, { line }) => total.plus(line.amount), decimal('0')).toFixed(2));
const countOf = (found: readonly { id: string }[]): number => new Set(found.map(({ id }) => id)).size;

/** Compares each point of a series with the figure of its days; padding must be empty. */
function expectTrend(trend: Trend, asked: Asked, figureOf: (period: Asked) => number | null, none: 0 | null = 0): void {
  expect(trend.points.length).toBeGreaterThanOrEqual(30);
  for (const [index, point] of trend.points.entries()) {
    if (index) expect(addDays(trend.points[index - 1]?.endDate ?? '', 1)).toBe(point.startDate);
    if (index < trend.padding) expect(point.value).toBe(none);
    else
      expect({ ...point, value: point.value ?? none }).toEqual({
        ...point,
        value: figureOf({ ...asked, ...point }) ?? none,
      });
  }
  expect(trend.points[trend.padding]?.startDate).toBe(asked.startDate);
  expect(trend.points.at(-1)?.endDate).toBe(asked.endDate);
}

const salesFilters = ['productLineIDs', 'customerIDs', 'customerGroupIDs', 'salesRepIDs', 'itemIDs'] as const;
const rounds = Array.from({ length: 12 }, (_, round) => round);

describe('figures of sales and orders', () => {
  it.each(rounds)('are those of their rows, round %i', async () => {
    const filters = drawn(salesFilters);
    for (const groupBy of groupings) {
      const sales = await at.admin.call(analyzeSales, { body: { ...filters, groupBy } });
      const sold = matching('sales', filters);
      expect(sales).toMatchObject({
        startDate: filters.startDate,
        total: amountOf(sold),
        credited: Math.abs(amountOf(sold.filter(({ isCredit }) => isCredit))),
        invoiced: amountOf(sold.filter(({ isCredit }) => !isCredit)),
        documentCount: countOf(sold),
      });
      expectTrend(sales.trend, filters, (period) => amountOf(matching('sales', period)));
      const orders = await at.admin.call(analyzeOrders, { body: { ...filters, groupBy } });
      const placed = matching('orders', filters);
      expect(orders).toMatchObject({ total: amountOf(placed), orderCount: countOf(placed) });
      expectTrend(orders.trend, filters, (period) => amountOf(matching('orders', period)));
      // The rows add up to the total, and each row equals the figure with its filter.
      for (const [kind, answer] of [
        ['sales', sales],
        ['orders', orders],
      ] as const) {
        const parts = sumOf(answer.rows.map(({ amount }) => amount));
        expect(Number(parts.toFixed(2))).toBe(answer.total);
        const name = {
          customer: 'customerIDs',
          customerGroup: 'customerGroupIDs',
          salesRep: 'salesRepIDs',
          productLine: 'productLineIDs',
          item: 'itemIDs',
        }[groupBy] as keyof Filters;
        for (const { id, amount } of answer.rows) {
          if (id === null && name === 'itemIDs') continue;
          const own = { ...filters, [name]: [id ?? 'none'] };
          expect({ id, amount }).toEqual({
            id,
            amount: amountOf(matching(kind, filters).filter((fact) => isOf(fact, own) && isLineOf(fact.line, own))),
          });
        }
      }
    }
  });

  it.each(rounds)('have the documents behind them, page by page, round %i', async () => {
    const { startDate, endDate, ...filters } = drawn(salesFilters);
    for (const figure of ['sales', 'orders'] as const) {
      const wanted = matching(figure, { startDate, endDate, ...filters });
      const found: { id: string; amount: number }[] = [];
      let after: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list(figure, { startDate, endDate, ...filters }, after);
        expect(page).toMatchObject({ total: amountOf(wanted), count: countOf(wanted) });
        found.push(...page.items);
        after = page.next;
      } while (after);
      expect(new Map(found.map(({ id, amount }) => [id, amount]))).toEqual(
        new Map(wanted.map(({ id }) => [id, amountOf(wanted.filter((fact) => fact.id === id))])),
      );
      expect(found).toHaveLength(countOf(wanted));
    }
  });
  const list = (figure: 'sales' | 'orders', asked: Asked, after: string | null) =>
    at.admin.call(listFigureDocuments, { body: { figure, ...asked, after, take: 17 } });

  it('say what is open, whenever it was ordered', async () => {
    const open = at.orders.filter(({ status }) => status === 'issued');
    const answer = await at.admin.call(analyzeOrders, { body: {} });
    expect(answer).toMatchObject({
      endDate: lastDay,
      startDate: addDays(lastDay, -29),
      openCount: open.length,
      openTotal: amountOf(facts.orders().filter(({ id }) => open.some((order) => order.id === id))),
      lateCount: open.filter(({ promisedOn }) => promisedOn && promisedOn < lastDay).length,
    });
    expect(answer.trend).toMatchObject({ step: 'day', padding: 0 });
    const products = await at.admin.call(analyzeProductsOnOrder, { body: {} });
    const wanted = at.products.flatMap(({ id }) => {
      const lines = open.flatMap(({ lines }) =>
        lines.filter((line) => line.itemID === id && line.shipped < line.quantity),
      );
      return lines.length
        ? [{ itemID: id, open: lines.reduce((total, line) => total + line.quantity - line.shipped, 0) }]
        : [];
    });
    expect(new Map(products.products.map(({ itemID, open: left }) => [itemID, left]))).toEqual(
      new Map(wanted.map(({ itemID, open: left }) => [itemID, left])),
    );
    expect(products.openAmount).toBe(Number(sumOf(products.products.map(({ openAmount }) => openAmount)).toFixed(2)));
  });

  it.each(rounds.slice(0, 5))('are summed up by quarter, round %i', async () => {
    const { startDate: _, endDate: __, ...asked } = drawn(salesFilters);
    const { years } = await at.admin.call(analyzeQuarterlyOrders, { body: asked });
    const quarter = (year: number, number: number): number => {
      const month = (index: number): string => String(index).padStart(2, '0');
      const startDate = `${year}-${month(number * 3 - 2)}-01`;
      return amountOf(matching('orders', { ...asked, startDate, endDate: `${year}-${month(number * 3)}-31` }));
    };
    for (const { year, ...row } of years) {
      const all = matching('orders', { ...asked, startDate: `${year}-01-01`, endDate: `${year}-12-31` });
      expect({ year, ...row }).toEqual({
        year,
        q1: quarter(year, 1),
        q2: quarter(year, 2),
        q3: quarter(year, 3),
        q4: quarter(year, 4),
        total: amountOf(all),
      });
    }
    const first = matching('orders', { ...asked, startDate: '2000-01-01', endDate: lastDay })
      .map(({ day }) => day)
      .sort()[0];
    expect(years.at(-1)?.year).toBe(first === undefined ? undefined : Number(first.slice(0, 4)));
  });

  it.each(rounds.slice(0, 6))('count customers by their first order, round %i', async () => {
    const filters = drawn(['customerGroupIDs', 'salesRepIDs']);
    const firsts = at.customers.flatMap(({ id }) => {
      const own = at.orders.filter(
        (order): order is FactOrder & { issuedAt: Date } => order.customerID === id && order.issuedAt !== null,
      );
      const first = own.sort(
        (one, other) => one.issuedAt.getTime() - other.issuedAt.getTime() || (one.id < other.id ? -1 : 1),
      )[0];
      return first && isOf(first, filters) ? [{ id, day: dateIn(zone, first.issuedAt), orderID: first.id }] : [];
    });
    const answer = await at.admin.call(analyzeNewCustomers, { body: filters });
    const wanted = firsts.filter(({ day }) => isIn(filters, day));
    expect(answer.count).toBe(wanted.length);
    expect(new Set(answer.customers.map(({ firstOrderID }) => firstOrderID))).toEqual(
      new Set(wanted.map(({ orderID }) => orderID)),
    );
    expectTrend(answer.trend, filters, (period) => firsts.filter(({ day }) => isIn(period, day)).length);
    const { count } = await at.admin.call(listFigureDocuments, { body: { figure: 'newCustomers', ...filters } });
    expect(count).toBe(wanted.length);
  });
});

describe('figures of deliveries', () => {
  it.each(rounds)('are those of their orders, round %i', async () => {
    const filters = drawn(['productLineIDs', 'customerIDs', 'customerGroupIDs', 'salesRepIDs']);
    const overridePromisedDates = random.next() < 0.4;
    const targetDeliveryTimeDays = random.integer(0, 12);
    let notYetDue = 0;
    const statisticsOf = (period: Asked) => {
      const orders = at.orders.flatMap((order) => {
        if (!order.issuedAt || !isOf(order, period)) return [];
        const day = dateIn(zone, order.issuedAt);
        if (!isIn(period, day) || (asksForItems(period) && !order.lines.some((line) => isLineOf(line, period))))
          return [];
        const first = order.shippedAt.sort((one, other) => one.getTime() - other.getTime())[0];
        const completed = order.status === 'fulfilled' ? order.completedAt : null;
        const daysTo = (when: Date): number => (when.getTime() - (order.issuedAt?.getTime() ?? 0)) / dayLength;
        return {
          promised: overridePromisedDates ? addDays(day, targetDeliveryTimeDays) : order.promisedOn,
          firstDay: first && dateIn(zone, first),
          completedDay: completed && dateIn(zone, completed),
          toFirst: first && daysTo(first),
          toCompletion: completed ? daysTo(completed) : undefined,
        };
      });
      const average = (values: readonly (number | undefined)[]): number | null => {
        const known = values.filter((value) => value !== undefined);
        return known.length ? known.reduce((sum, each) => sum + each, 0) / known.length : null;
      };
      const promised = orders.filter(({ promised: day }) => day);
      const within = (key: 'firstDay' | 'completedDay') =>
        promised.filter((order) => order[key] && order.promised && order[key] <= order.promised).length;
      // An order that is neither due nor delivered is neither on time nor late.
      const isDue = (order: (typeof promised)[number], key: 'firstDay' | 'completedDay'): boolean =>
        !!order[key] || (order.promised ?? '') < lastDay;
      const share = (key: 'firstDay' | 'completedDay'): number | null => {
        const due = promised.filter((order) => isDue(order, key)).length;
        return due ? (within(key) * 100) / due : null;
      };
      notYetDue = promised.filter((order) => !isDue(order, 'completedDay')).length;
      return {
        averageTimeToFirstShipment: average(orders.map(({ toFirst }) => toFirst)),
        averageTimeToCompletion: average(orders.map(({ toCompletion }) => toCompletion)),
        onTimeDeliveryPercentage: share('completedDay'),
        onTimeFirstShipmentPercentage: share('firstDay'),
        totalOrders: orders.length,
        ordersWithFirstShipment: orders.filter(({ firstDay }) => firstDay).length,
        ordersWithCompletion: orders.filter(({ completedDay }) => completedDay).length,
        ordersWithPromiseDate: promised.length,
        ordersPartiallyFulfilledInPromiseDate: within('firstDay'),
        ordersCompletedWithinPromiseDate: within('completedDay'),
      };
    };
    const body = { ...filters, overridePromisedDates, targetDeliveryTimeDays };
    const answer = await at.admin.call(analyzeDeliveries, { body });
    const wanted = statisticsOf(filters);
    const undecided = notYetDue;
    expect(answer.ordersNotYetDue).toBe(undecided);
    for (const [name, value] of Object.entries(wanted))
      if (value === null) expect([name, answer.statistics[name as keyof typeof wanted]]).toEqual([name, null]);
      else expect(answer.statistics[name as keyof typeof wanted]).toBeCloseTo(value, 1);
    const charts = {
      onTimeDelivery: 'onTimeDeliveryPercentage',
      averageDeliveryTime: 'averageTimeToCompletion',
      averageFirstShipmentTime: 'averageTimeToFirstShipment',
    } as const;
    for (const [chart, statistic] of Object.entries(charts)) {
      const { points, padding } = answer.chartData[chart as keyof typeof charts];
      for (const point of points.slice(padding)) {
        const value = statisticsOf({ ...filters, ...point })[statistic];
        if (value === null) expect(point.value).toBeNull();
        else expect(point.value).toBeCloseTo(value, 1);
      }
    }
    for (const [deliveryState, count] of [
      ['onTime', wanted.ordersCompletedWithinPromiseDate],
      ['shipped', wanted.ordersWithFirstShipment],
      ['promised', wanted.ordersWithPromiseDate],
      ['notYetDue', undecided],
      ['late', wanted.ordersWithPromiseDate - wanted.ordersCompletedWithinPromiseDate - undecided],
    ] as const)
      expect(
        await at.admin.call(listFigureDocuments, { body: { figure: 'deliveries', ...body, deliveryState } }),
      ).toMatchObject({ count });
  });
});

describe('what is refused', () => {
  it.each([
    [{ startDate: '2026-05-02', endDate: '2026-05-01' }, 'endDate'],
    [{ startDate: '1999-12-31', endDate: '2026-05-01' }, 'startDate'],
    [{ startDate: '2001-01-01', endDate: '2026-05-01' }, 'endDate'],
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ customerIDs: ['cus_nobody'] }, 'customerIDs.0'],
    [{ productLineIDs: ['none', 'pln_no'], salesRepIDs: ['mem_no'] }, 'productLineIDs.1'],
    [{ customerIDs: ['none'] }, 'customerIDs.0'],
    [{ groupBy: 'colour' }, 'groupBy'],
  ])('%j', async (body, path) => {
    const { status, errors } = await apiRefusal(at.admin.callUnchecked(analyzeSales, { body: body }));
    expect(status).toBe(400);
    expect(errors.map((each) => each.path)).toContain(path);
  });

  it('a target beyond a year, and none where it is meant', async () => {
    for (const targetDeliveryTimeDays of [366, -1, 1.5, undefined])
      expect(
        await apiRefusal(
          at.admin.call(analyzeDeliveries, { body: { targetDeliveryTimeDays, overridePromisedDates: true } }),
        ),
      ).toMatchObject({ status: 400, errors: [{ path: 'targetDeliveryTimeDays' }] });
  });

  it('sales reps have no material analytics, customers have none at all', async () => {
    const rep = await at.kernel.a.as('sales_rep');
    expect(await rep.call(analyzeSales, { body: {} })).toMatchObject({ endDate: lastDay });
    expect(await apiRefusal(rep.call(analyzeMaterials, { body: {} }))).toMatchObject({ status: 403 });
    expect(await apiRefusal(rep.call(listFigureDocuments, { body: { figure: 'receipts' } }))).toMatchObject({
      status: 403,
    });
    const customer = await at.kernel.a.as('customer', { customerID: at.customers[0]?.id ?? '' });
    expect(await apiRefusal(customer.call(analyzeOrders, { body: {} }))).toMatchObject({ status: 403 });
    expect(await apiRefusal(customer.call(listFigureDocuments, { body: { figure: 'orders' } }))).toMatchObject({
      status: 403,
    });
  });
});
