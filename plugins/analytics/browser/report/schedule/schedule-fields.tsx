import { Select, Stack, TextInput } from '@mantine/core';
import {
  type MovingPeriod,
  movingPeriodNames,
  movingPeriods,
  type ReportDefinition,
  type ReportRhythm,
  reportRhythmNames,
  reportRhythms,
  type ScheduledReport,
} from '../../../contracts/index.ts';

/** A mail schedule as the form keeps it. */
export interface Schedule {
  rhythm: ReportRhythm;
  format: 'csv' | 'xlsx';
  period: MovingPeriod;
  recipients: string;
}

/** The schedule as the API takes it. */
export const scheduleBody = ({ recipients, ...schedule }: Schedule): Pick<ScheduledReport, keyof Schedule> => ({
  ...schedule,
  recipients: recipients.split(/[\s,;]+/).filter(Boolean),
});

const optionsOf = <Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: names[value] }));

/** Rhythm, period, format and recipients of a mailed report. */
export function ScheduleFields({
  report,
  schedule,
  onChange,
  error,
}: {
  report: ReportDefinition;
  schedule: Schedule;
  onChange(changes: Partial<Schedule>): void;
  error: string | undefined;
}) {
  return (
    <Stack gap="sm">
      <Select
        label="When"
        data={optionsOf(reportRhythms, reportRhythmNames)}
        value={schedule.rhythm}
        allowDeselect={false}
        onChange={(value) => onChange({ rhythm: value as ReportRhythm })}
      />
      {report.hasPeriod && (
        <Select
          label="Period"
          data={optionsOf(movingPeriods, movingPeriodNames)}
          value={schedule.period}
          allowDeselect={false}
          onChange={(value) => onChange({ period: value as MovingPeriod })}
        />
      )}
      <Select
        label="As"
        data={[
          { value: 'xlsx', label: 'XLSX' },
          { value: 'csv', label: 'CSV' },
        ]}
        value={schedule.format}
        allowDeselect={false}
        onChange={(value) => onChange({ format: value as Schedule['format'] })}
      />
      <TextInput
        label="To"
        description="They follow a link, sign in, and need the right to this report."
        value={schedule.recipients}
        onChange={({ currentTarget }) => onChange({ recipients: currentTarget.value })}
        error={error}
      />
    </Stack>
  );
}
