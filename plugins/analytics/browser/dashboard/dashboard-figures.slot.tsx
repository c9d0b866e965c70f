import { ActionIcon, Button, Group } from '@mantine/core';
import { formats, Icon, LinkText, useEndpoint, useEndpointMutation } from '@millwright/core/browser';
import { type DragEvent, useState } from 'react';
import {
  type DashboardPin,
  deleteDashboard,
  getDashboard,
  movingPeriodNames,
  putDashboard,
  type ReportChart,
  type ReportDefinition,
  reportOf,
} from '../../contracts/index.ts';
import { reportCellText } from '../report/cell-text.ts';
import { daysOfPeriod } from '../report/page/moving-period.ts';
import { pinKey } from '../report/pin-button.tsx';
import classes from './dashboard.module.css';

const axisLabel = (label = ''): string => (/^\d{4}-\d\d-\d\d$/.test(label) ? formats().date(label) : label);

/** The points of a chart as small bars, drawn without the chart library; the accessible name has the numbers. */
function Bars({ chart }: { chart: ReportChart }) {
  const values = chart.points.map(({ value }) => value ?? 0);
  const most = Math.max(...values, 0);
  const total =
    chart.kind === 'percent' || chart.kind === 'days' ? undefined : values.reduce((sum, each) => sum + each, 0);
  const last = chart.points.findLast(({ value }) => value !== null);
  const text =
    total === undefined
      ? `last ${reportCellText(chart.kind, last?.value ?? null)}`
      : reportCellText(chart.kind, Math.round(total * 100) / 100);
  return (
    <>
      <p className={classes['value']}>{text}</p>
      <svg
        viewBox={`0 0 ${Math.max(values.length, 1) * 4} 40`}
        preserveAspectRatio="none"
        className={classes['bars']}
        role="img"
        aria-label={`${chart.label} over time: ${text}, at most ${reportCellText(chart.kind, most)}`}
      >
        {values.map((value, index) => {
          const height = most > 0 && value > 0 ? Math.max((value / most) * 38, 1) : 0;
          return <rect key={chart.points[index]?.label} x={index * 4} y={40 - height} width={3} height={height} />;
        })}
      </svg>
      <p className={classes['axis']} aria-hidden="true">
        <span>{axisLabel(chart.points[0]?.label)}</span>
        <span>0 to {reportCellText(chart.kind, most)}</span>
        <span>{axisLabel(chart.points.at(-1)?.label)}</span>
      </p>
    </>
  );
}

function Content({ pin, report }: { pin: DashboardPin; report: ReportDefinition }) {
  const days = report.hasPeriod ? daysOfPeriod(pin.period) : {};
  const { data, error } = useEndpoint(report.endpoint, { body: { ...pin.filters, ...days } }, { staleTime: 60_000 });
  const view = data ? report.view(data) : undefined;
  const figure = pin.kind === 'figure' ? view?.figures.find(({ name }) => name === pin.name) : undefined;
  const chart = pin.kind === 'chart' ? view?.charts.find(({ name }) => name === pin.name) : undefined;
  const label = figure?.label ?? chart?.label ?? report.title;
  const period = report.hasPeriod && !figure?.isNow ? movingPeriodNames[pin.period] : 'Now';
  const path = report.hasPeriod
    ? `${report.path}${report.path.includes('?') ? '&' : '?'}${new URLSearchParams(days as Record<string, string>)}`
    : report.path;
  return (
    <>
      <p className={classes['label']}>
        <LinkText to={path}>{label}</LinkText>
        <span className={classes['period']}>{period}</span>
      </p>
      {figure && <p className={classes['value']}>{reportCellText(figure.kind, figure.value)}</p>}
      {chart && <Bars chart={chart} />}
      {!view && <p className={classes['value']}>{error ? 'Did not load' : '…'}</p>}
    </>
  );
}

/** The list with one entry moved to another position. */
const moved = (pins: readonly DashboardPin[], from: number, to: number): DashboardPin[] => {
  const rest = pins.filter((_, index) => index !== from);
  return [...rest.slice(0, to), pins[from] as DashboardPin, ...rest.slice(to)];
};

/** The figures and charts that a person has pinned, arranged by dragging or by buttons. */
export function DashboardFiguresSlot() {
  const { data } = useEndpoint(getDashboard);
  const [isArranging, setArranging] = useState(false);
  const [dragged, setDragged] = useState<number>();
  const save = useEndpointMutation(putDashboard);
  const reset = useEndpointMutation(deleteDashboard);
  if (!data || (data.pins.length === 0 && data.isDefault)) return null;
  const { pins } = data;
  const put = (next: DashboardPin[]): void => save.mutate({ body: { pins: next } });
  const onDrop = (event: DragEvent, to: number): void => {
    event.preventDefault();
    if (dragged !== undefined && dragged !== to) put(moved(pins, dragged, to));
    setDragged(undefined);
  };
  return (
    <section className={classes['figures']} data-wide aria-label="My figures">
      <div className={classes['head']}>
        <h2 className={classes['title']}>My figures</h2>
        <Group gap="xs">
          {isArranging && !data.isDefault && (
            <Button size="compact-sm" variant="subtle" onClick={() => reset.mutate({})}>
              As at first
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => setArranging(!isArranging)}>
            {isArranging ? 'Done' : 'Arrange'}
          </Button>
        </Group>
      </div>
      {pins.length === 0 && <p className={classes['period']}>The star beside a figure or chart puts it here.</p>}
      <ul className={classes['grid']}>
        {pins.map((pin, index) => {
          const report = reportOf(pin.report);
          if (!report) return null;
          const name = `${report.title}, ${pin.name}`;
          return (
            <li
              key={pinKey(pin)}
              className={classes['tile']}
              data-chart={pin.kind === 'chart' || undefined}
              draggable={isArranging}
              onDragStart={() => setDragged(index)}
              onDragOver={(event) => isArranging && event.preventDefault()}
              onDrop={(event) => onDrop(event, index)}
            >
              <Content pin={pin} report={report} />
              {isArranging && (
                <Group gap={4}>
                  <ActionIcon
                    variant="default"
                    aria-label={`Move ${name} forward`}
                    disabled={index === 0}
                    onClick={() => put(moved(pins, index, index - 1))}
                  >
                    <Icon name="arrowLeft" size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    aria-label={`Move ${name} back`}
                    disabled={index === pins.length - 1}
                    onClick={() => put(moved(pins, index, index + 1))}
                  >
                    <Icon name="arrowRight" size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    aria-label={`Take ${name} off`}
                    onClick={() => put(pins.filter((_, place) => place !== index))}
                  >
                    <Icon name="trash" size={14} />
                  </ActionIcon>
                </Group>
              )}
            </li>
          );
        })}
      </ul>
      {pins.length > 0 && <p className={classes['period']}>As of {formats().dateTime(new Date())}</p>}
    </section>
  );
}
