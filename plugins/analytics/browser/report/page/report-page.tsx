import { Button, Group, Menu, SegmentedControl } from '@mantine/core';
import {
  accountURL,
  ErrorState,
  formats,
  Icon,
  PageHeader,
  Panel,
  PendingState,
  useEndpoint,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  comparedWith,
  type DashboardPin,
  type DrillDown,
  type FigureDays,
  type ReportDefinition,
  type StoredFilters,
} from '../../../contracts/index.ts';
import { FigureStrip } from '../chart/figure-strip.tsx';
import { ChartPanel } from '../chart/report-chart.tsx';
import { DocumentPanel } from '../document-panel.tsx';
import { PinButton } from '../pin-button.tsx';
import { ScheduleDialog } from '../schedule/schedule-dialog.tsx';
import { nearestPeriod } from './moving-period.ts';
import classes from './report.module.css';
import { ReportFilters } from './report-filters.tsx';
import {
  bodyOf,
  comparisonNames,
  drillOf,
  filtersOf,
  type ReportState,
  reportDaysOf,
  type SetReportState,
  todayHere,
  useReportState,
} from './report-state.ts';
import { ReportRows } from './report-table.tsx';

/** Loads a report; the previous answer stays visible meanwhile. */
function useReport(report: ReportDefinition, body: Record<string, unknown>, enabled = true) {
  const answer = useEndpoint(report.endpoint, { body }, { keepPrevious: true, enabled });
  const data = answer.data as { asOf: string } | undefined;
  return { ...answer, asOf: data?.asOf, view: data && report.view(data) };
}

function ExportMenu({
  report,
  body,
  period,
}: {
  report: ReportDefinition;
  body: Record<string, unknown>;
  period: FigureDays;
}) {
  const [isScheduling, setScheduling] = useState(false);
  const { startDate: _, endDate: __, ...filters } = body;
  const href = (format: 'csv' | 'xlsx'): string => accountURL(`/v1/analytics/reports/${report.name}/${format}`, body);
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="download" size={16} />}>
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={href('csv')} download>
            Table as CSV
          </Menu.Item>
          <Menu.Item component="a" href={href('xlsx')} download>
            Table as XLSX
          </Menu.Item>
          <Menu.Item onClick={() => setScheduling(true)}>By mail, again and again</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" leftSection={<Icon name="printer" size={16} />} onClick={() => window.print()}>
        Print
      </Button>
      {isScheduling && (
        <ScheduleDialog
          report={report}
          filters={filters as StoredFilters}
          firstPeriod={nearestPeriod(period)}
          onClose={() => setScheduling(false)}
        />
      )}
    </>
  );
}

function ReportBody({
  report,
  state,
  onChange,
}: {
  report: ReportDefinition;
  state: ReportState;
  onChange: SetReportState;
}) {
  const period = reportDaysOf(state);
  const then = report.hasPeriod ? comparedWith(period, state.compare, todayHere()) : undefined;
  const body = bodyOf(report, state, period);
  const now = useReport(report, body);
  const before = useReport(report, bodyOf(report, state, then), then !== undefined);
  const compared = then ? before.view : undefined;
  const onDrill = (drill: DrillDown): void => onChange({ documents: JSON.stringify(drill) });
  const drill = drillOf(state.documents);
  const { view } = now;
  if (!view) return <PendingState query={now} what="figures" lines={10} />;
  const { groupBy: _, type: __, ...reportQuery } = body;
  const { startDate: ___, endDate: ____, ...filters } = body;
  const pinOf = (kind: DashboardPin['kind'], name: string): DashboardPin => ({
    report: report.name,
    kind,
    name,
    period: nearestPeriod(period),
    filters,
  });
  return (
    <>
      {now.error && <ErrorState error={now.error} onRetry={() => void now.refetch()} what="figures" />}
      {then && (
        <p className={classes['asOf']}>
          Compared with {formats().date(then.startDate)} to {formats().date(then.endDate)}
          {period.endDate > todayHere() && ', as far as this period has come'}
        </p>
      )}
      <FigureStrip
        figures={view.figures}
        compared={compared?.figures}
        onDrill={onDrill}
        actionsOf={({ name, label }) => <PinButton pin={pinOf('figure', name)} label={label} />}
      />
      <div className={classes['charts']}>
        {view.charts.map((chart) => (
          <ChartPanel
            key={chart.name}
            chart={chart}
            compared={compared?.charts.find(({ name }) => name === chart.name)}
            comparedWith={comparisonNames[state.compare]}
            onDrill={onDrill}
            actions={<PinButton pin={pinOf('chart', chart.name)} label={`Chart of ${chart.label}`} />}
          />
        ))}
      </div>
      {drill && (
        <DocumentPanel
          key={state.documents}
          body={{ ...reportQuery, ...filtersOf(report, state), ...drill }}
          onClose={() => onChange({ documents: null })}
        />
      )}
      <Panel title={report.groupings ? 'Breakdown' : report.title} flush>
        <ReportRows label={report.title} table={view.table} onDrill={onDrill} />
      </Panel>
      {now.asOf && <p className={classes['asOf']}>As of {formats().dateTime(now.asOf)}</p>}
    </>
  );
}

/** A screen of one report, or of several related ones. */
export function ReportPage({ title, reports }: { title: string; reports: readonly ReportDefinition[] }) {
  const { state, setState } = useReportState();
  const report = reports.find(({ name }) => name === state.report) ?? (reports[0] as ReportDefinition);
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <ExportMenu report={report} body={bodyOf(report, state, reportDaysOf(state))} period={reportDaysOf(state)} />
        }
      />
      <div className={classes['page']}>
        {reports.length > 1 && (
          <Group>
            <SegmentedControl
              aria-label="Report"
              data={reports.map(({ name, title: label }) => ({ value: name, label }))}
              value={report.name}
              onChange={(name) => setState({ report: name, documents: null })}
            />
          </Group>
        )}
        <ReportFilters key={report.name} report={report} state={state} onChange={setState} />
        <ReportBody key={`${report.name} body`} report={report} state={state} onChange={setState} />
      </div>
    </>
  );
}
