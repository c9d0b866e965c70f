import { Button, Group, Modal, Stack, Table } from '@mantine/core';
import {
  DateText,
  DateTimeText,
  EmptyState,
  ErrorState,
  errorText,
  LinkText,
  LoadingState,
  PageHeader,
  Panel,
  StatusBadge,
  toast,
  useConfirm,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  deleteScheduledReport,
  listScheduledReports,
  movingPeriodNames,
  type ReportDefinition,
  reportOf,
  reportRhythmNames,
  type ScheduledReport,
  sendScheduledReport,
  updateScheduledReport,
} from '../contracts/index.ts';
import classes from './report/page/report.module.css';
import { type Schedule, ScheduleFields, scheduleBody } from './report/schedule/schedule-fields.tsx';

const headings = ['Report', 'When', 'To', 'Next', 'Sent last', 'Actions'] as const;
const [, when, recipientsOf, nextOn, sentLast] = headings;

function ChangeDialog({
  scheduled,
  report,
  onClose,
}: {
  scheduled: ScheduledReport;
  report: ReportDefinition;
  onClose(): void;
}) {
  const { id, rhythm, format, period, recipients } = scheduled;
  const [schedule, setSchedule] = useState<Schedule>({ rhythm, format, period, recipients: recipients.join(', ') });
  const update = useEndpointMutation(updateScheduledReport, { onSuccess: onClose });
  const body = scheduleBody(schedule);
  return (
    <Modal opened onClose={onClose} title={`${report.title} by mail`}>
      <Stack gap="sm">
        <ScheduleFields
          report={report}
          schedule={schedule}
          onChange={(changes) => setSchedule({ ...schedule, ...changes })}
          error={update.error ? errorText(update.error) : undefined}
        />
        <Group justify="end">
          <Button
            loading={update.isPending}
            disabled={body.recipients.length === 0}
            onClick={() => update.mutate({ params: { scheduledReportID: id }, body })}
          >
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function ScheduledRow({ scheduled, onChange }: { scheduled: ScheduledReport; onChange(): void }) {
  const confirm = useConfirm();
  const report = reportOf(scheduled.report);
  const title = report?.title ?? scheduled.report;
  const params = { scheduledReportID: scheduled.id };
  const update = useEndpointMutation(updateScheduledReport);
  const send = useEndpointMutation(sendScheduledReport, {
    onSuccess: () => toast.success(`${title} is on its way`),
  });
  const remove = useEndpointMutation(deleteScheduledReport);
  const end = async (): Promise<void> => {
    if (await confirm({ title: `Delete ${title} by mail?`, confirmLabel: 'Delete', danger: true }))
      remove.mutate({ params });
  };
  const button = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <Table.Tr>
      <Table.Th scope="row">{report ? <LinkText to={report.path}>{title}</LinkText> : title}</Table.Th>
      <Table.Td data-label={when}>
        {reportRhythmNames[scheduled.rhythm]}
        {report?.hasPeriod ? `, ${movingPeriodNames[scheduled.period].toLowerCase()}` : ''},{' '}
        {scheduled.format.toUpperCase()}
      </Table.Td>
      <Table.Td data-label={recipientsOf}>{scheduled.recipients.join(', ')}</Table.Td>
      <Table.Td data-label={nextOn}>
        {scheduled.isPaused ? <StatusBadge tone="neutral">Paused</StatusBadge> : <DateText value={scheduled.nextOn} />}
      </Table.Td>
      <Table.Td data-label={sentLast}>
        {scheduled.lastSentAt ? <DateTimeText value={scheduled.lastSentAt} /> : 'Never'}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Button {...button} onClick={onChange} aria-label={`Change ${title}`} disabled={!report}>
            Change
          </Button>
          <Button
            {...button}
            loading={update.isPending}
            aria-label={`${scheduled.isPaused ? 'Resume' : 'Pause'} ${title}`}
            onClick={() => update.mutate({ params, body: { isPaused: !scheduled.isPaused } })}
          >
            {scheduled.isPaused ? 'Resume' : 'Pause'}
          </Button>
          <Button
            {...button}
            loading={send.isPending}
            aria-label={`Send ${title} now`}
            onClick={() => send.mutate({ params })}
          >
            Send now
          </Button>
          <Button {...button} onClick={() => void end()} aria-label={`Delete ${title}`}>
            Delete
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

/** A person's scheduled report mails: they can be changed, paused, sent at once and deleted. */
export function ScheduledReportsScreen() {
  const { data, error, refetch } = useEndpoint(listScheduledReports);
  const [changedID, setChangedID] = useState<string>();
  const changed = data?.items.find(({ id }) => id === changedID);
  const report = changed && reportOf(changed.report);
  return (
    <>
      <PageHeader title="Reports by mail" />
      {error && <ErrorState error={error} onRetry={() => void refetch()} what="reports by mail" />}
      {!data && !error && <LoadingState lines={5} />}
      {data?.items.length === 0 && (
        <EmptyState
          title="No reports by mail yet"
          text="On the screen of a report, Export has “By mail, again and again”."
          icon="mail"
        />
      )}
      {!!data?.items.length && (
        <div className={classes['page']}>
          <Panel title="Reports by mail" flush>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
            <section className={`${classes['scrolled']} ${classes['wide']}`} tabIndex={0} aria-label="Reports by mail">
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {headings.map((name) => (
                      <Table.Th key={name} scope="col">
                        {name}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {data.items.map((each) => (
                    <ScheduledRow key={each.id} scheduled={each} onChange={() => setChangedID(each.id)} />
                  ))}
                </Table.Tbody>
              </Table>
            </section>
          </Panel>
        </div>
      )}
      {changed && report && (
        <ChangeDialog key={changed.id} scheduled={changed} report={report} onClose={() => setChangedID(undefined)} />
      )}
    </>
  );
}
