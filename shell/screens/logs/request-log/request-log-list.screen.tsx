import { DateTimeText, formats, ListScreen } from '@millwright/core/browser';
import { listRequestLogs } from '../../../../core/contracts/work/request-log.contract.ts';
import { actorName, actorTypes } from './actor.ts';
import { StatusCode } from './status-code.tsx';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((value) => ({ value, label: value }));

export function RequestLogListScreen() {
  return (
    <ListScreen
      name="request-logs"
      title="Request log"
      endpoint={listRequestLogs}
      searchPlaceholder="Search path or request id"
      columns={[
        {
          id: 'occurredAt',
          header: 'When',
          cell: (request) => <DateTimeText value={request.occurredAt} />,
          sortable: true,
          width: 190,
        },
        { id: 'method', header: 'Method', cell: (request) => request.method, sortable: true, width: 90 },
        { id: 'path', header: 'Path', cell: (request) => request.path, sortable: true },
        {
          id: 'statusCode',
          header: 'Status',
          cell: (request) => <StatusCode code={request.statusCode} />,
          sortable: true,
          width: 90,
        },
        {
          id: 'latency',
          header: 'Time',
          cell: (request) => `${formats().number(Math.round(request.latency * 10) / 10)} ms`,
          sortable: true,
          align: 'end',
          width: 100,
        },
        { id: 'actor', header: 'Who', cell: actorName, csv: 'actor.name', width: 160 },
        { id: 'accountName', header: 'Account', cell: (request) => request.accountName, width: 160 },
        { id: 'errorCode', header: 'Error', cell: (request) => request.errorCode, width: 150 },
        { id: 'normalizedRoute', header: 'Route', cell: (request) => request.normalizedRoute, defaultHidden: true },
        { id: 'host', header: 'Host', cell: (request) => request.host, width: 150, defaultHidden: true },
        {
          id: 'clientIPString',
          header: 'Address',
          cell: (request) => request.clientIPString,
          width: 140,
          defaultHidden: true,
        },
        {
          id: 'requestID',
          header: 'Request id',
          cell: (request) => request.requestID,
          width: 240,
          defaultHidden: true,
        },
      ]}
      filters={[
        { kind: 'dates', from: 'startDate', to: 'endDate', label: 'When (UTC)' },
        { kind: 'select', name: 'method', label: 'Method', options: methods },
        { kind: 'text', name: 'statusCode', label: 'Status code' },
        { kind: 'text', name: 'errorCode', label: 'Error code' },
        { kind: 'text', name: 'accountID', label: 'Account id' },
        { kind: 'text', name: 'actorID', label: 'Caller id' },
        {
          kind: 'select',
          name: 'actorType',
          label: 'Kind of caller',
          options: Object.entries(actorTypes).map(([value, label]) => ({ value, label })),
        },
      ]}
      views={[{ id: 'status-500', name: 'Status 500', query: 'statusCode=500' }]}
      defaultSort={{ by: 'occurredAt', order: 'desc' }}
      rowHref={(request) => `/dashboard/request-logs/${request.id}`}
      rowLabel={(request) => `${request.method} ${request.path}`}
      empty={{
        title: 'No requests yet',
        text: 'Answered requests of all accounts appear here for 30 days, a few seconds after they were answered.',
        icon: 'info',
      }}
    />
  );
}
