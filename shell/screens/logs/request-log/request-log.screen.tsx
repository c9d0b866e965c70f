import { CopyID, DateTimeText, Facts, formats, Panel, RecordScreen } from '@millwright/core/browser';
import { getRequestLog, type RequestLogDetail } from '../../../../core/contracts/work/request-log.contract.ts';
import { actorName, actorTypes } from './actor.ts';
import classes from './request-log.module.css';
import { StatusCode } from './status-code.tsx';

const queryFacts = ({ queryJSON }: RequestLogDetail) =>
  Object.entries(queryJSON ?? {}).map(([label, value]) => ({ label, value: [value].flat().join('\n') }));

export function RequestLogScreen() {
  return (
    <RecordScreen
      record={{ words: ['request', 'request log'], get: getRequestLog }}
      times={false}
      title={({ method, path }) => `${method} ${path}`}
      status={({ statusCode }) => <StatusCode code={statusCode} />}
      summary={(data) => [
        { label: 'When', value: <DateTimeText value={data.occurredAt} /> },
        { label: 'Time', value: `${formats().number(data.latency)} ms` },
        { label: 'Who', value: actorName(data) },
        { label: 'Account', value: data.accountName },
      ]}
      facts={(data) => [
        { label: 'Request id', value: <CopyID value={data.requestID} label="request id" /> },
        { label: 'Kind of caller', value: actorTypes[data.actor.type] ?? data.actor.type },
        { label: 'Caller id', value: data.actor.id && <CopyID value={data.actor.id} label="caller id" /> },
        { label: 'Sign-in name', value: data.actor.username },
        { label: 'Email', value: data.actor.email },
        { label: 'Account id', value: data.accountID && <CopyID value={data.accountID} label="account id" /> },
        { label: 'Address', value: data.clientIPString },
        { label: 'Log id', value: <CopyID value={data.id} label="log id" /> },
      ]}
    >
      {(data) => (
        <>
          <Panel title="Request">
            <Facts
              facts={[
                { label: 'Route', value: data.normalizedRoute },
                { label: 'Host', value: data.host },
                { label: 'Program', value: data.userAgent },
                { label: 'Came from', value: data.referrer },
                { label: 'Idempotency key', value: data.idempotencyKeyID },
              ]}
            />
          </Panel>
          {queryFacts(data).length > 0 && (
            <Panel title="Query">
              <Facts facts={queryFacts(data)} />
            </Panel>
          )}
          {(data.errorCode || data.errorMessage || data.internalErrorMessage) && (
            <Panel title="Error">
              <Facts
                facts={[
                  { label: 'Code', value: data.errorCode },
                  { label: 'Message to the caller', value: data.errorMessage },
                  { label: 'What happened inside', value: data.internalErrorMessage },
                ]}
              />
            </Panel>
          )}
          {data.stackTrace && (
            <Panel title="Stack trace" flush>
              {/* A region that scrolls must be reachable by keyboard. */}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as said */}
              <pre className={classes['code']} tabIndex={0}>
                {data.stackTrace}
              </pre>
            </Panel>
          )}
        </>
      )}
    </RecordScreen>
  );
}
