import type { ComponentProps } from 'react';
import { late } from '../../format/late.tsx';
import type { RecordFiles } from './files-panel.tsx';

/** The files of a record, in a chunk of their own, since most screens are lists. */
export const FilesPanel = late<ComponentProps<typeof RecordFiles>>(
  async () => (await import('./files-panel.tsx')).RecordFiles,
  { name: 'The files' },
);
