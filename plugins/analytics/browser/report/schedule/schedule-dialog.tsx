import { Button, Group, Modal, Stack } from '@mantine/core';
import { errorText, LinkText, toast, useEndpoint, useEndpointMutation, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import {
  createScheduledReport,
  listScheduledReports,
  type MovingPeriod,
  type ReportDefinition,
  type StoredFilters,
} from '../../../contracts/index.ts';
import { type Schedule, ScheduleFields, scheduleBody } from './schedule-fields.tsx';

/** Schedules a report's table as a regular mail. */
export function ScheduleDialog({
  report,
  filters,
  firstPeriod,
  onClose,
}: {
  report: ReportDefinition;
  filters: StoredFilters;
  firstPeriod: MovingPeriod;
  onClose(): void;
}) {
  const { user } = useSession();
  const [schedule, setSchedule] = useState<Schedule>({
    rhythm: 'weekly',
    format: 'xlsx',
    period: firstPeriod,
    recipients: user.email,
  });
  const scheduled = useEndpoint(listScheduledReports);
  const create = useEndpointMutation(createScheduledReport, {
    onSuccess: () => {
      toast.success(`${report.title} will be mailed`);
      onClose();
    },
  });
  const scheduleCount = scheduled.data?.items.filter((each) => each.report === report.name).length ?? 0;
  const body = scheduleBody(schedule);
  return (
    <Modal opened onClose={onClose} title={`${report.title} by mail`}>
      <Stack gap="sm">
        <ScheduleFields
          report={report}
          schedule={schedule}
          onChange={(changes) => setSchedule({ ...schedule, ...changes })}
          error={create.error ? errorText(create.error) : undefined}
        />
        <Group justify="space-between">
          <LinkText to="/dashboard/scheduled-reports">
            {scheduleCount ? `You have ${scheduleCount} of it already` : 'All reports by mail'}
          </LinkText>
          <Button
            loading={create.isPending}
            disabled={body.recipients.length === 0}
            onClick={() => create.mutate({ body: { report: report.name, filters, ...body } })}
          >
            Schedule
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
