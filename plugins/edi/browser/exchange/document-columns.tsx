import { Text } from '@mantine/core';
import { DateTimeText, hidden, type ListedColumn, StatusBadge } from '@millwright/core/browser';
import type { StateTone } from '@millwright/core/contracts';
import {
  acknowledgmentStates,
  documentTypeName,
  type EdiDocumentRow,
  ediDeliveryStates,
  holdReasonNames,
  processingStates,
} from '../../contracts/index.ts';

/** Name of a document's type; of one that has none, its number. */
export const documentName = (type: string): string => documentTypeName(type) ?? `Document ${type}`;

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

export const documentColumns: readonly ListedColumn<EdiDocumentRow>[] = [
  { id: 'type', header: 'Document', cell: ({ type }) => documentName(type), width: 210 },
  {
    id: 'businessKey',
    header: 'Number',
    cell: ({ businessKey, fileName }) => businessKey ?? <Dimmed text={fileName} />,
  },
  { id: 'direction', header: 'Way', width: 70 },
  { id: 'partner', cell: ({ partner, sender }) => partner?.name ?? <Dimmed text={sender} />, width: 160 },
  {
    id: 'reasons',
    header: 'Status',
    cell: (document) => <DocumentState {...document} />,
    csv: 'processing',
    width: 190,
  },
  { id: 'dueAt', cell: (document) => <Deadline {...document} />, width: 140 },
  { id: 'createdAt', header: 'When', instant: 'exact', width: 150 },
  ...hidden({ id: 'interchangeControlNumber', header: 'Interchange', width: 110 }, { id: 'fileName', header: 'File' }),
];
