import { Button, Group, Modal, Select, Stack, Table, TextInput } from '@mantine/core';
import { DateText, errorText, toast, useEndpoint, useEndpointMutation, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import {
  createScheduledReport,
  deleteScheduledReport,
  listScheduledReports,
  type MovingPeriod,
  movingPeriodNames,
  movingPeriods,
  type ReportDefinition,
  type ReportRhythm,
  reportRhythmNames,
  reportRhythms,
  type StoredFilters,
} from '../../contracts/index.ts';

const optionsOf = <Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: names[value] }));

/** Sends the table of a report by mail, again and again, and ends what was sent. */
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
  const [rhythm, setRhythm] = useState<ReportRhythm>('weekly');
  const [format, setFormat] = useState<'csv' | 'xlsx'>('xlsx');
  const [period, setPeriod] = useState(firstPeriod);
  const [recipients, setRecipients] = useState(user.email);
  const scheduled = useEndpoint(listScheduledReports);
  const invalidates = [listScheduledReports];
  const create = useEndpointMutation(createScheduledReport, {
    invalidates,
    onSuccess: () => toast.success(`${report.title} will be mailed`),
  });
  const end = useEndpointMutation(deleteScheduledReport, { invalidates });
  const own = scheduled.data?.items.filter((each) => each.report === report.name) ?? [];
  const addresses = recipients.split(/[\s,;]+/).filter(Boolean);
  return (
    <Modal opened onClose={onClose} title={`${report.title} by mail`}>
      <Stack gap="sm">
        <Select
          label="When"
          data={optionsOf(reportRhythms, reportRhythmNames)}
          value={rhythm}
          allowDeselect={false}
          onChange={(value) => setRhythm(value as ReportRhythm)}
        />
        {report.hasPeriod && (
          <Select
            label="Period"
            data={optionsOf(movingPeriods, movingPeriodNames)}
            value={period}
            allowDeselect={false}
            onChange={(value) => setPeriod(value as MovingPeriod)}
          />
        )}
        <Select
          label="As"
          data={[
            { value: 'xlsx', label: 'XLSX' },
            { value: 'csv', label: 'CSV' },
          ]}
          value={format}
          allowDeselect={false}
          onChange={(value) => setFormat(value as 'csv' | 'xlsx')}
        />
        <TextInput
          label="To"
          description="They follow a link, sign in, and need the right to this report."
          value={recipients}
          onChange={({ currentTarget }) => setRecipients(currentTarget.value)}
          error={create.error ? errorText(create.error) : undefined}
        />
        <Group justify="end">
          <Button
            loading={create.isPending}
            disabled={addresses.length === 0}
            onClick={() =>
              create.mutate({ body: { report: report.name, rhythm, format, period, filters, recipients: addresses } })
            }
          >
            Send
          </Button>
        </Group>
        {own.length > 0 && (
          <Table aria-label={`Mails of ${report.title}`}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Mails</Table.Th>
                <Table.Th scope="col">Next</Table.Th>
                <Table.Th scope="col" aria-label="End" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {own.map((each) => (
                <Table.Tr key={each.id}>
                  <Table.Td>
                    {reportRhythmNames[each.rhythm]}, {each.recipients.join(', ')}
                  </Table.Td>
                  <Table.Td>
                    <DateText value={each.nextOn} />
                  </Table.Td>
                  <Table.Td>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => end.mutate({ params: { scheduledReportID: each.id } })}
                    >
                      End
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Stack>
    </Modal>
  );
}
