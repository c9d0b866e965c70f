import { AreaChart } from '@mantine/charts';
import '@mantine/charts/styles.layer.css';
import { formats } from '@millwright/core/browser';

/**
 * Lines of numbers by day. Loaded with the library of charts only where one is shown; a table beside it says the same
 * in words.
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
      // What the keyboard and screen readers get is the table beside it.
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
