import { Skeleton, Table } from '@mantine/core';
import { formats, late, Panel } from '@millwright/core/browser';
import type { ComponentProps } from 'react';
import type { DrillDown, ReportChart } from '../../../contracts/index.ts';
import { reportCellText } from '../cell-text.ts';
import { Definition } from '../definition.tsx';
import classes from '../page/report.module.css';
import type Canvas from './chart-canvas.tsx';

const ChartCanvas = late<ComponentProps<typeof Canvas>>(async () => (await import('./chart-canvas.tsx')).default, {
  name: 'The chart',
  waiting: <Skeleton h={240} />,
});

type Point = ReportChart['points'][number];

/** The days of a point as text. */
const named = ({ label, startDate, endDate }: Point): string => {
  if (!startDate || startDate !== label) return label;
  return startDate === endDate || !endDate
    ? formats().date(startDate)
    : `${formats().date(startDate)} to ${formats().date(endDate)}`;
};

/** A chart with its definition, and its numbers as a table; a point opens its documents. */
export function ChartPanel({
  chart,
  compared,
  comparedWith,
  onDrill,
  actions,
}: {
  chart: ReportChart;
  /** The same chart of the compared period. */
  compared: ReportChart | undefined;
  comparedWith: string | undefined;
  onDrill(drill: DrillDown): void;
  actions?: React.ReactNode;
}) {
  const { points, drill } = chart;
  const valueThen = (index: number): number | null => compared?.points[index]?.value ?? null;
  const data = points.map(({ label, value }, index) => ({
    label,
    value,
    ...(compared ? { compared: valueThen(index) } : {}),
  }));
  const open = (index: number): void => {
    const point = points[index];
    if (!point || !drill) return;
    onDrill({
      ...drill,
      ...(point.startDate && point.endDate ? { startDate: point.startDate, endDate: point.endDate } : {}),
    });
  };
  // Null means that there was nothing to divide by; 0 % is a figure.
  const isEmpty = points.every(({ value }) => value === null);
  return (
    <Panel
      title={chart.label}
      actions={
        <span>
          <Definition label={chart.label} text={chart.definition} />
          {actions}
        </span>
      }
    >
      {isEmpty && !compared?.points.some(({ value }) => value !== null) ? (
        <p className={classes['nothing']}>
          {points.some(({ startDate }) => startDate) ? 'Nothing in this period' : 'Nothing yet'}
        </p>
      ) : (
        <>
          <div className={classes['chart']}>
            <ChartCanvas chart={chart} points={data} comparedWith={compared && comparedWith} onPoint={open} />
          </div>
          <details className={classes['numbers']}>
            <summary>Numbers of this chart</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
            <section tabIndex={0} aria-label={`Numbers of ${chart.label}`}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th scope="col">{points[0]?.startDate === points[0]?.label ? 'Days' : 'What'}</Table.Th>
                    <Table.Th scope="col" ta="end">
                      {chart.label}
                    </Table.Th>
                    {compared && (
                      <Table.Th scope="col" ta="end">
                        {comparedWith}
                      </Table.Th>
                    )}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {points.map((point, index) => (
                    <Table.Tr key={point.label}>
                      <Table.Th scope="row">{named(point)}</Table.Th>
                      <Table.Td ta="end">
                        {drill && point.value !== null ? (
                          <button type="button" className={classes['open']} onClick={() => open(index)}>
                            {reportCellText(chart.kind, point.value)}
                          </button>
                        ) : (
                          reportCellText(chart.kind, point.value)
                        )}
                      </Table.Td>
                      {compared && <Table.Td ta="end">{reportCellText(chart.kind, valueThen(index))}</Table.Td>}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </section>
          </details>
        </>
      )}
    </Panel>
  );
}
