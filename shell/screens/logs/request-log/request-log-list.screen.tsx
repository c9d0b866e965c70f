import { formats, hidden, ListScreen } from '@millwright/core/browser';
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
        { id: 'occurredAt', header: 'When', instant: 'exact', width: 190 },
        { id: 'method', width: 90 },
        'path',
        { id: 'statusCode', header: 'Status', cell: (request) => <StatusCode code={request.statusCode} />, width: 90 },
        {
          id: 'latency',
          header: 'Time',
          cell: (request) => `${formats().number(Math.round(request.latency * 10) / 10)} ms`,
          align: 'end',
          width: 100,
        },
        { id: 'actor', header: 'Who', cell: actorName, csv: 'actor.name', width: 160 },
        { id: 'accountName', header: 'Account', width: 160 },
        { id: 'errorCode', header: 'Error', width: 150 },
        ...hidden(
          { id: 'normalizedRoute', header: 'Route' },
          { id: 'host', width: 150 },
          { id: 'clientIPString', header: 'Address', width: 140 },
          { id: 'requestID', header: 'Request id', width: 240 },
        ),
      ]}
      filters={[
        { name: 'startDate', label: 'When (UTC)' },
        { name: 'method', options: methods },
        'statusCode',
        'errorCode',
        { name: 'accountID', label: 'Account id' },
        { name: 'actorID', label: 'Caller id' },
        {
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
