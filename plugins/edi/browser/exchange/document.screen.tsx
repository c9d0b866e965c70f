import { Button, List, Text, Textarea } from '@mantine/core';
import {
  DateTimeText,
  type Fact,
  FormDialog,
  LinkText,
  NoteField,
  openInTab,
  Panel,
  RecordScreen,
  runWithToast,
  StatusBadge,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { z } from 'zod';
import {
  type EdiDocument,
  ediDeliveryStates,
  editEdiDocument,
  getEdiDocument,
  handleEdiDocument,
  processingStates,
  rejectEdiDocument,
  reprocessEdiDocument,
  resendEdiDocument,
} from '../../contracts/index.ts';
import { Deadline, DocumentState, documentName } from './document-columns.tsx';
import { DocumentFixes } from './document-fixes.tsx';
import { DocumentSegments } from './document-segments.tsx';
import { PurchaseOrderAsSent } from './slots/purchase-order-as-sent.tsx';

const relations = {
  answers: 'Answers',
  answered_by: 'Answered by',
  replaces: 'Sent again for',
  replaced_by: 'Sent again as',
  acknowledged_by: 'Acknowledged by',
} as const;
const paths: Readonly<Record<string, string>> = {
  sales_order: '/dashboard/sales-orders',
  shipment: '/dashboard/shipping',
  invoice: '/dashboard/invoices',
};

const noteBody = z.object({ note: z.string({ error: 'Say how' }).trim().min(1, { error: 'Say how' }).max(500) });
const rejectBody = z.object({ note: z.string().nullish() });

const asText = ({ segments, elementSeparator }: EdiDocument): string =>
  segments.map((segment) => segment.join(elementSeparator)).join('\n');

/** The segments as editable text. */
function Editing({ document, onDone }: { document: EdiDocument; onDone(): void }) {
  const [text, setText] = useState(() => asText(document));
  const edit = useEndpointMutation(editEdiDocument);
  const save = async () => {
    const segments = text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => line.split(document.elementSeparator));
    try {
      const { holds } = await edit.mutateAsync({
        params: { ediDocumentID: document.id },
        body: { segments, version: document.version },
      });
      toast.success(holds.length ? 'Corrected; something still keeps it' : 'The document goes on');
      onDone();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <>
      <Textarea
        label="Segments"
        description="One a line. The file stays as it came."
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={8}
        maxRows={30}
        ff="monospace"
      />
      <Button mt="sm" mr="sm" loading={edit.isPending} onClick={() => void save()}>
        Save and process
      </Button>
      <Button mt="sm" variant="default" onClick={onDone}>
        Cancel
      </Button>
    </>
  );
}

/** The record that a document created, or was created from. */
function madeOf({ record, orders, direction }: EdiDocument) {
  const label = direction === 'in' ? 'Became' : 'Made of';
  if (orders.length)
    return [
      {
        label,
        value: (
          <List size="sm" listStyleType="none">
            {orders.map(({ id, number, store }) => (
              <List.Item key={id}>
                <LinkText to={`/dashboard/sales-orders/${id}`}>{number}</LinkText> for store {store}
              </List.Item>
            ))}
          </List>
        ),
      },
    ];
  if (!record) return [];
  return [{ label, value: <LinkText to={`${paths[record.type] ?? ''}/${record.id}`}>{record.number}</LinkText> }];
}

const factsOf = (document: EdiDocument): Fact[] => [
  { label: 'Way', value: document.direction === 'in' ? 'Came in' : 'Goes out' },
  { label: 'Group', value: document.groupControlNumber },
  { label: 'Document', value: document.controlNumber },
  { label: 'Test', value: document.isTest ? <StatusBadge tone="info">Test</StatusBadge> : 'No' },
  { label: 'File', value: document.file.name },
  { label: 'SHA-256', value: document.file.sha256.slice(0, 16) },
  ...(document.direction === 'out'
    ? [
        { label: 'Tries', value: document.file.attempts },
        { label: 'Sent', value: document.file.sentAt && <DateTimeText value={document.file.sentAt} /> },
        { label: 'Built', value: <DateTimeText value={document.createdAt} /> },
      ]
    : [{ label: 'Came', value: <DateTimeText value={document.createdAt} /> }]),
];

function RelatedDocuments({ document }: { document: EdiDocument }) {
  if (!document.related.length) return null;
  return (
    <Panel title="Documents that belong to it">
      <List size="sm">
        {document.related.map(({ id, type, relation, businessKey, createdAt }) => (
          <List.Item key={id}>
            {relations[relation]}{' '}
            <LinkText to={`/dashboard/edi/${id}`}>
              {documentName(type)} {businessKey}
            </LinkText>{' '}
            <DateTimeText value={createdAt} />
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

interface DocumentDialogProps {
  documentID: string;
  opened: boolean;
  onClose(): void;
}

/** Asks for a note and runs an action with it. */
function NoteDialog({
  title,
  saveLabel,
  schema,
  label,
  run,
  done,
  ...dialog
}: Pick<DocumentDialogProps, 'opened' | 'onClose'> & {
  title: string;
  saveLabel: string;
  schema: typeof rejectBody | typeof noteBody;
  /** Label of the note. */
  label: string;
  run(note: string): Promise<unknown>;
  /** Message after success. */
  done: string;
}) {
  return (
    <FormDialog
      {...dialog}
      title={title}
      saveLabel={saveLabel}
      schema={schema}
      values={{ note: '' }}
      onSave={async ({ note }) => {
        await run(note ?? '');
        toast.success(done);
        return undefined;
      }}
    >
      <NoteField name="note" label={label} />
    </FormDialog>
  );
}

/** Refuses a partner's request, with an answer to the partner. */
function RejectDialog({ documentID: ediDocumentID, ...dialog }: DocumentDialogProps) {
  const reject = useEndpointMutation(rejectEdiDocument);
  return (
    <NoteDialog
      {...dialog}
      title="Reject it?"
      saveLabel="Reject"
      schema={rejectBody}
      label="Reason, which the partner reads"
      run={(note) => reject.mutateAsync({ params: { ediDocumentID }, body: { note: note || null } })}
      done="Rejected; the partner is told"
    />
  );
}

/** Marks the document as handled elsewhere. */
function HandleDialog({ documentID: ediDocumentID, ...dialog }: DocumentDialogProps) {
  const handle = useEndpointMutation(handleEdiDocument);
  return (
    <NoteDialog
      {...dialog}
      title="How was it handled?"
      saveLabel="Mark as handled"
      schema={noteBody}
      label="How it was handled"
      run={(note) => handle.mutateAsync({ params: { ediDocumentID }, body: { note } })}
      done="It waits no longer"
    />
  );
}

export function EdiDocumentScreen() {
  const { can } = useSession();
  const reprocess = useEndpointMutation(reprocessEdiDocument);
  const resend = useEndpointMutation(resendEdiDocument);
  const [open, setOpen] = useState<'reject' | 'handle' | 'edit' | null>(null);
  const close = () => setOpen(null);
  const canUpdate = can('edi_runs:update');
  const isOpen = (document: EdiDocument) =>
    document.direction === 'in' && processingStates.is.open(document.processing);
  return (
    <RecordScreen
      record={{
        type: 'edi_document',
        words: ['document', 'the workbench'],
        home: '/dashboard/edi',
        get: getEdiDocument,
      }}
      list={{ name: 'edi-workbench' }}
      times={false}
      title={({ type, businessKey }) => [documentName(type), businessKey].filter(Boolean).join(' ')}
      status={(document) => <DocumentState {...document} />}
      actions={(document) =>
        canUpdate && (
          <>
            {document.direction === 'out' && ediDeliveryStates.is.tried(document.delivery) && (
              <Button
                variant="default"
                loading={resend.isPending}
                onClick={() =>
                  void runWithToast(
                    () => resend.mutateAsync({ params: { ediDocumentID: document.id } }),
                    'It is sent again',
                  )
                }
              >
                Send again
              </Button>
            )}
            {isOpen(document) && (
              <Button
                loading={reprocess.isPending}
                onClick={() =>
                  void runWithToast(
                    () => reprocess.mutateAsync({ params: { ediDocumentID: document.id } }),
                    'Processed again',
                  )
                }
              >
                Process again
              </Button>
            )}
          </>
        )
      }
      menu={(document) => [
        canUpdate && isOpen(document) && { label: 'Correct by hand', icon: 'edit', onClick: () => setOpen('edit') },
        canUpdate &&
          isOpen(document) &&
          (document.type === '850' || document.type === '860') && {
            label: document.type === '850' ? 'Reject with 855' : 'Reject with 865',
            icon: 'close',
            danger: true,
            onClick: () => setOpen('reject'),
          },
        canUpdate &&
          (isOpen(document) || document.holds.length > 0) && {
            label: 'Handled outside',
            icon: 'check',
            onClick: () => setOpen('handle'),
          },
        {
          label: 'Download the file',
          icon: 'download',
          onClick: () => openInTab(`/v1/edi-documents/${document.id}/file`),
        },
      ]}
      summary={(document) => [
        {
          label: 'Partner',
          value: document.partner && (
            <LinkText to={`/dashboard/edi-partners/${document.partner.id}`}>{document.partner.name}</LinkText>
          ),
        },
        ...madeOf(document),
        ...(document.dueAt
          ? [
              {
                label: document.direction === 'in' ? 'Our answer is due' : 'Their answer is due',
                value: <Deadline {...document} />,
              },
            ]
          : []),
        { label: 'Interchange', value: document.interchangeControlNumber },
      ]}
      facts={factsOf}
    >
      {(document) => (
        <>
          {document.file.error && (
            <Panel title="The last try failed">
              <Text size="sm">{document.file.error}</Text>
            </Panel>
          )}
          {document.note && (
            <Panel title="Note">
              <Text size="sm">{document.note}</Text>
            </Panel>
          )}
          <DocumentFixes document={document} />
          {document.type === '850' && (
            <Panel title="As the partner sent it">
              <PurchaseOrderAsSent segments={document.segments} />
            </Panel>
          )}
          <Panel title={document.isEdited ? 'Segments, corrected by hand' : 'Segments'}>
            {open === 'edit' ? (
              <Editing document={document} onDone={close} />
            ) : (
              <DocumentSegments document={document} />
            )}
          </Panel>
          <RelatedDocuments document={document} />
          <RejectDialog documentID={document.id} opened={open === 'reject'} onClose={close} />
          <HandleDialog documentID={document.id} opened={open === 'handle'} onClose={close} />
        </>
      )}
    </RecordScreen>
  );
}
