import { AreaChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formats } from '@millwright/core/browser';

/**
 * A chart of daily figures. The chart library is loaded only when a chart is shown; a table beside it has the same
 * figures.
 */
export default function StepChart({
  data,
  series,
  unit,
  curve,
}: {
  data: readonly object[];
  series: readonly { name: string; label: string; color: string }[];
  unit: string;
  curve: 'stepAfter' | 'linear';
}) {
  return (
    <AreaChart
      h={220}
      data={data as Record<string, unknown>[]}
      dataKey="date"
      series={[...series]}
      curveType={curve}
      withDots={false}
      withLegend={series.length > 1}
      fillOpacity={0.12}
      strokeWidth={2}
      areaProps={{ isAnimationActive: false }}
      // Keyboard and screen reader users have the table beside the chart.
      areaChartProps={{ accessibilityLayer: false }}
      valueFormatter={(value) => `${formats().number(value)} ${unit}`}
      xAxisProps={{
        tickFormatter: (date: string) =>
          formats()
            .date(date)
            .replace(/,? \d{4}$/, ''),
        minTickGap: 32,
      }}
      yAxisProps={{ width: 52, tickFormatter: (value: number) => formats().number(value) }}
      tooltipProps={{ labelFormatter: (date: unknown) => formats().date(String(date)) }}
      aria-hidden
    />
  );
}
