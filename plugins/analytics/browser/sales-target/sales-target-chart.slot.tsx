import { listSalesTargetResults, type SalesTargetResult } from '@millwright/commerce/contracts';
import { formats, useEndpoint } from '@millwright/core/browser';
import type { ReportChart } from '../../contracts/index.ts';
import { ChartPanel } from '../report/chart/report-chart.tsx';

const mostPeriods = 12;
const mostTargets = 500;

const definition =
  'What was invoiced of wares and services on the days of a target, less order discounts and credits of these ' +
  `days, of everybody who had one, beside what they were to sell; the latest ${mostPeriods} periods. Customers and ` +
  'product lines that are exempt from commission are not counted.';

/** Summed in cents, so that sums are exact. */
const sumOf = (results: readonly SalesTargetResult[], name: 'amount' | 'actual'): number =>
  results.reduce((sum, result) => sum + Math.round(result[name] * 100), 0) / 100;

/** Actual sales and sales targets, by the targets' periods. */
export function chartsOf(results: readonly SalesTargetResult[]): { sold: ReportChart; wanted: ReportChart } {
  const periods = Map.groupBy(results, ({ startDate, endDate }) => `${startDate} ${endDate}`);
  // The oldest period may be incomplete, with more targets on the next page.
  const whole = [...periods.keys()].sort().slice(results.length < mostTargets ? 0 : 1);
  const newest = whole.slice(-mostPeriods);
  const { date } = formats();
  const chart = (name: 'amount' | 'actual', label: string): ReportChart => ({
    name,
    label,
    kind: 'money',
    shape: 'bar',
    definition,
    points: newest.map((key) => {
      const [startDate, endDate] = key.split(' ') as [string, string];
      return { label: `${date(startDate)} – ${date(endDate)}`, value: sumOf(periods.get(key) ?? [], name) };
    }),
  });
  return { sold: chart('actual', 'Sold'), wanted: chart('amount', 'Target') };
}

/** Chart of sales targets on their screen. */
export function SalesTargetChartSlot() {
  const { data } = useEndpoint(listSalesTargetResults, {
    query: { take: mostTargets, sortBy: 'startDate', sortOrder: 'desc' },
  });
  if (!data?.items.length) return null;
  const { sold, wanted } = chartsOf(data.items);
  return <ChartPanel chart={sold} compared={wanted} comparedWith="Target" onDrill={() => {}} />;
}
