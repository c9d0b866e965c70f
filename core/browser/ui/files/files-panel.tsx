import { Button, FileButton, Loader } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import { isListedOutside, listFiles } from '../../../contracts/work/file.contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useSession } from '../../screens/session.tsx';
import { Panel } from '../detail/panel.tsx';
import rows from '../detail/panel-list.module.css';
import type { RecordName } from '../detail/timeline-panel.tsx';
import { Icon } from '../display/icon.tsx';
import { PendingState } from '../feedback/states.tsx';
import { ErrorBoundaryPanel } from '../frame/error-boundary-panel.tsx';
import { FileRow } from './file-row.tsx';
import { sizeText } from './file-text.ts';
import classes from './files-panel.module.css';
import { type FileUpload, useUploads } from './use-uploads.ts';

const largestFromOutside = 10 * 1024 * 1024;
const kindsFromOutside = 'image/png,image/jpeg,image/webp,image/gif,image/heic,application/pdf';

/** The files of a record. `isVisit` shows members of the team what a customer sees. */
export function RecordFiles({ record, isVisit = false }: { record: RecordName; isVisit?: boolean }) {
  const { isPortal } = useSession();
  const query = { recordType: record.type, recordID: record.id };
  const files = useEndpoint(listFiles, { query });
  const { uploads, add, retry, dismiss } = useUploads(record, isPortal ? largestFromOutside : undefined);
  const [isOver, setOver] = useState(false);
  const found = files.data;
  const items = found?.items.filter((file) => !isVisit || isListedOutside(file)) ?? [];
  const mayAdd = Boolean(found?.mayAdd) && !isVisit;
  if ((isPortal || isVisit) && !mayAdd && items.length === 0) return null;

  const hasFiles = (event: DragEvent) => mayAdd && event.dataTransfer.types.includes('Files');
  const dropping = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void add([...event.dataTransfer.files]);
    },
  };
  return (
    <Panel title="Files" actions={mayAdd && <AddButtons isPortal={isPortal} onAdd={(chosen) => void add(chosen)} />}>
      <ErrorBoundaryPanel name="Files">
        <div className={isOver ? `${classes['area']} ${classes['over']}` : classes['area']} {...dropping}>
          {!found && <PendingState query={files} what="record" lines={2} />}
          {found && items.length === 0 && uploads.length === 0 && (
            <p className={rows['empty']}>
              {mayAdd
                ? isPortal
                  ? 'Drop a photo or a PDF'
                  : 'Drop a signed order, a photo, a drawing'
                : 'There are no files'}
            </p>
          )}
          <ul className={rows['list']} aria-label="Files">
            {uploads.map((upload) => (
              <UploadRow
                key={upload.key}
                upload={upload}
                onRetry={() => void retry(upload)}
                onDismiss={() => dismiss(upload)}
              />
            ))}
            {items.map((file) => (
              <FileRow
                key={file.id}
                file={file}
                mayChange={Boolean(found?.mayChange) && !isVisit}
                isShareable={Boolean(found?.isShareable)}
              />
            ))}
          </ul>
        </div>
      </ErrorBoundaryPanel>
    </Panel>
  );
}

function AddButtons({ isPortal, onAdd }: { isPortal: boolean; onAdd(files: File[]): void }) {
  const accepted = isPortal ? { accept: kindsFromOutside } : {};
  return (
    <div className={rows['buttons']}>
      <span className={classes['camera']}>
        <FileButton onChange={(file) => file && onAdd([file])} accept="image/*" capture="environment">
          {(button) => (
            <Button {...button} variant="default" size="compact-sm">
              Take a photo
            </Button>
          )}
        </FileButton>
      </span>
      <FileButton multiple onChange={onAdd} {...accepted}>
        {(button) => (
          <Button {...button} variant="default" size="compact-sm" leftSection={<Icon name="upload" size={12} />}>
            Add files
          </Button>
        )}
      </FileButton>
    </div>
  );
}

/** A file that is being sent, or that was refused. */
function UploadRow({ upload, onRetry, onDismiss }: { upload: FileUpload; onRetry(): void; onDismiss(): void }) {
  const { file, error } = upload;
  return (
    <li className={rows['row']}>
      <span className={classes['figure']}>{error ? <Icon name="alert" size={18} /> : <Loader size={18} />}</span>
      <div className={rows['words']}>
        <span className={rows['name']}>{file.name}</span>
        {error ? (
          <span className={classes['fault']} role="alert">
            {error.text}
          </span>
        ) : (
          <span className={rows['about']} role="status">
            Uploading {sizeText(file.size)}…
          </span>
        )}
      </div>
      {error && (
        <div className={rows['buttons']}>
          {error.canRetry && (
            <Button variant="default" size="compact-sm" onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button variant="subtle" color="gray" size="compact-sm" onClick={onDismiss}>
            Leave out
          </Button>
        </div>
      )}
    </li>
  );
}
