import { FilesPanel } from '../files/lazy-files-panel.tsx';
import { TasksPanel } from '../tasks/lazy-tasks-panel.tsx';
import { type RecordName, TimelinePanel } from './timeline-panel.tsx';

/** What every record has besides its own data: tasks, files, comments and history. */
export const RecordPanels = ({ record }: { record: RecordName }) => (
  <>
    <TasksPanel record={record} />
    <FilesPanel record={record} />
    <TimelinePanel record={record} />
  </>
);
