import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import type { ReportChart } from '../../../contracts/index.ts';
import { axisText, reportCellText, shortDay } from '../cell-text.ts';

type Point = {
  label: string;
  value: number | null;
  compared?: number | null;
};

// Blue and orange can be told apart with any color vision; the compared period is also thinner or dashed.
const seriesColor = 'light-dark(#0b5cad, #5aa9f0)';
const other = 'light-dark(#c96a00, #f0a34a)';

/** A chart of a report. Keyboard and screen reader users have the table of its numbers. */
export default function ChartCanvas({
  chart,
  points,
  comparedWith,
  onPoint,
}: {
  chart: ReportChart;
  points: Point[];
  comparedWith: string | undefined;
  onPoint(index: number): void;
}) {
  const shared = {
    h: 240,
    data: points,
    dataKey: 'label',
    withLegend: comparedWith !== undefined,
    valueFormatter: (value: number) => reportCellText(chart.kind, value),
    xAxisProps: { tickFormatter: shortDay, minTickGap: 24 },
    yAxisProps: { width: 64, tickFormatter: (value: number) => axisText(chart.kind, value) },
    'aria-hidden': true,
  };
  const open = (state: { activeTooltipIndex?: unknown }) => {
    const index = Number(state.activeTooltipIndex);
    if (Number.isInteger(index) && index >= 0) onPoint(index);
  };
  return chart.shape === 'bar' ? (
    <BarChart
      {...shared}
      series={[
        { name: 'value', label: chart.label, color: seriesColor },
        ...(comparedWith ? [{ name: 'compared', label: comparedWith, color: other }] : []),
      ]}
      barProps={{ isAnimationActive: false }}
      barChartProps={{ accessibilityLayer: false, onClick: open }}
    />
  ) : (
    <LineChart
      {...shared}
      series={[
        { name: 'value', label: chart.label, color: seriesColor },
        ...(comparedWith ? [{ name: 'compared', label: comparedWith, color: other, strokeDasharray: '5 4' }] : []),
      ]}
      connectNulls={false}
      curveType="linear"
      lineProps={{ isAnimationActive: false }}
      lineChartProps={{ accessibilityLayer: false, onClick: open }}
    />
  );
}
