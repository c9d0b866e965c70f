import { List, Text } from '@mantine/core';
import { DateTimeText, ListScreen, Panel, RecordScreen } from '@millwright/core/browser';
import { ediRunKindNames, getEdiRun, listEdiDocuments } from '../../contracts/index.ts';
import { documentColumns, documentName } from './document-columns.tsx';
import { RunState } from './run-columns.tsx';

export function EdiRunScreen() {
  return (
    <RecordScreen
      record={{ words: ['run', 'EDI runs'], get: getEdiRun }}
      times={false}
      title={({ kind }) => ediRunKindNames[kind]}
      status={(data) => <RunState {...data} />}
      summary={(data) => [
        { label: 'Files', value: data.fileCount },
        { label: 'Came before', value: data.duplicateCount },
        { label: 'Documents', value: data.documentCount },
        { label: 'Taken over', value: data.importedCount },
        { label: 'Held', value: data.heldCount },
        { label: 'Sent', value: data.sentCount },
      ]}
      facts={(data) => [
        { label: 'Started', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Ended', value: data.completedAt && <DateTimeText value={data.completedAt} /> },
        { label: 'By', value: data.personName },
      ]}
    >
      {({ id, messages }) => (
        <>
          <Panel title="What happened">
            {messages.length ? (
              <List size="sm">
                {messages.map((message) => (
                  <List.Item key={message}>{message}</List.Item>
                ))}
              </List>
            ) : (
              <Text size="sm" c="dimmed">
                Nothing out of the ordinary.
              </Text>
            )}
          </Panel>
          <ListScreen
            embedded
            name="edi-run-documents"
            title="Documents"
            endpoint={listEdiDocuments}
            fixedQuery={{ runIDs: [id] }}
            columns={documentColumns}
            defaultSort={{ by: 'createdAt', order: 'desc' }}
            rowHref={({ id: documentID }) => `/dashboard/edi/${documentID}`}
            rowLabel={({ type, businessKey }) => `${documentName(type)} ${businessKey ?? ''}`}
            empty={{ title: 'No documents came or went', icon: 'inbox' }}
          />
        </>
      )}
    </RecordScreen>
  );
}
