import { Modal, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { late } from '../../format/late.tsx';
import { useSession } from '../../screens/session.tsx';
import { ErrorBoundaryPanel } from '../frame/error-boundary-panel.tsx';
import { Panel } from './panel.tsx';
import type { RecordTimeline } from './timeline.tsx';

/** Type and id of a record. */
export interface RecordName {
  type: string;
  id: string;
}

const Timeline = late<ComponentProps<typeof RecordTimeline>>(
  async () => (await import('./timeline.tsx')).RecordTimeline,
  { name: 'The history' },
);
const CommentBox = late<RecordName>(async () => (await import('./comment-box.tsx')).RecordCommentBox, {
  name: 'The field for comments',
});

/** Comments and history of a record as a panel of its screen; not shown to portal customers, who may not read them. */
export function TimelinePanel({ record }: { record: RecordName }) {
  const { isPortal } = useSession();
  if (isPortal) return null;
  return (
    <Panel title="Activity">
      <ErrorBoundaryPanel name="Activity">
        <CommentBox type={record.type} id={record.id} />
        <Timeline type={record.type} id={record.id} hasComments />
      </ErrorBoundaryPanel>
    </Panel>
  );
}

/** The history of a record without a screen, such as a key. Null shows nothing. */
export function TimelineDialog(props: { record: (RecordName & { name: string }) | null; onClose(): void }) {
  const { record, onClose } = props;
  return (
    <Modal
      opened={record !== null}
      onClose={onClose}
      title={<Text fw={600}>{record && `History of ${record.name}`}</Text>}
      size="lg"
    >
      {record && <Timeline type={record.type} id={record.id} />}
    </Modal>
  );
}
