import { Text } from '@mantine/core';
import { DateTimeText, type ListColumn, StatusBadge } from '@millwright/core/browser';
import type { StateTone } from '@millwright/core/contracts';
import {
  acknowledgmentStates,
  type EdiDocumentRow,
  ediDeliveryStates,
  holdReasonNames,
  processingStates,
} from '../../contracts/index.ts';

/** Names of document types. */
const typeNames: Readonly<Record<string, string>> = {
  '810': 'Invoice',
  '824': 'Application advice',
  '850': 'Purchase order',
  '855': 'Order acknowledgment',
  '856': 'Shipping notice',
  '860': 'Order change',
  '864': 'Text message',
  '865': 'Answer to a change',
  '997': 'Acknowledgment',
  '999': 'Acknowledgment',
  file: 'File',
};

export const documentName = (type: string): string => {
  const name = typeNames[type];
  return type === 'file' ? 'Unreadable file' : name ? `${name} (${type})` : `Document ${type}`;
};

type Status = Pick<EdiDocumentRow, 'processing' | 'delivery' | 'acknowledgment' | 'reasons' | 'isOverdue'>;

type Shown = readonly [{ tones: Readonly<Record<string, StateTone>>; names: Readonly<Record<string, string>> }, string];

/** After sending, the partner's acknowledgment; before, the delivery or processing state. */
function standing({ processing, delivery, acknowledgment }: Status): Shown {
  if (ediDeliveryStates.is.sent(delivery) && !acknowledgmentStates.is.unasked(acknowledgment))
    return [acknowledgmentStates, acknowledgment];
  return delivery ? [ediDeliveryStates, delivery] : [processingStates, processing];
}

/** The most important state of a document: the reason why it is held, or its progress. */
export function DocumentState(document: Status) {
  const [reason] = document.reasons;
  if (reason) return <StatusBadge tone="warning">{holdReasonNames[reason]}</StatusBadge>;
  const [states, code] = standing(document);
  return <StatusBadge tone={document.isOverdue ? 'danger' : states.tones[code]}>{states.names[code]}</StatusBadge>;
}

/** Due time of the answer, highlighted if it is late. */
export function Deadline({ dueAt, isOverdue }: Pick<EdiDocumentRow, 'dueAt' | 'isOverdue'>) {
  if (!dueAt) return null;
  return (
    <StatusBadge tone={isOverdue ? 'danger' : 'neutral'}>
      <DateTimeText value={dueAt} relative />
    </StatusBadge>
  );
}

/** Name of a document without a record. */
const Dimmed = ({ text }: { text: string }) => (
  <Text span inherit c="dimmed">
    {text}
  </Text>
);

export const documentColumns: ListColumn<EdiDocumentRow>[] = [
  { id: 'type', header: 'Document', cell: ({ type }) => documentName(type), sortable: true, width: 210 },
  {
    id: 'businessKey',
    header: 'Number',
    cell: ({ businessKey, fileName }) => businessKey ?? <Dimmed text={fileName} />,
    sortable: true,
  },
  { id: 'direction', header: 'Way', cell: ({ direction }) => (direction === 'in' ? 'In' : 'Out'), width: 70 },
  {
    id: 'partner',
    header: 'Partner',
    cell: ({ partner, sender }) => partner?.name ?? <Dimmed text={sender} />,
    csv: 'partner.name',
    width: 160,
  },
  {
    id: 'reasons',
    header: 'Status',
    cell: (document) => <DocumentState {...document} />,
    csv: 'processing',
    width: 190,
  },
  { id: 'dueAt', header: 'Due', cell: (document) => <Deadline {...document} />, sortable: true, width: 140 },
  {
    id: 'createdAt',
    header: 'When',
    cell: ({ createdAt }) => <DateTimeText value={createdAt} />,
    sortable: true,
    width: 150,
  },
  {
    id: 'interchangeControlNumber',
    header: 'Interchange',
    cell: ({ interchangeControlNumber }) => interchangeControlNumber,
    width: 110,
    defaultHidden: true,
  },
  { id: 'fileName', header: 'File', cell: ({ fileName }) => fileName, defaultHidden: true },
];
