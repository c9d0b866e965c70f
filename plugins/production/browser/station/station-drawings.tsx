import { Button } from '@mantine/core';
import { isPicture, openFile, readFileBytes, toast, useClient, useEndpoint } from '@millwright/core/browser';
import { type FileInfo, listFiles } from '@millwright/core/contracts';
import { useEffect, useState } from 'react';
import type { Batch } from '../../contracts/index.ts';
import classes from './station.module.css';

/** A minute, so that a station that scans one batch after another does not ask each time. */
const freshFor = 60_000;

const isShown = (file: FileInfo): boolean => isPicture(file) || file.contentType === 'application/pdf';

/** A picture from its bytes, because a device signs in by a header, which an address in the page does not send. */
function Picture({ file }: { file: FileInfo }) {
  const client = useClient();
  const [address, setAddress] = useState<string>();
  const { id, contentType } = file;
  useEffect(() => {
    let made: string | undefined;
    let isCurrent = true;
    readFileBytes(client, { id }).then(
      (bytes) => {
        if (!isCurrent) return;
        made = URL.createObjectURL(new Blob([bytes], { type: contentType }));
        setAddress(made);
      },
      // The button stays, and says why when it is pressed.
      () => undefined,
    );
    return () => {
      isCurrent = false;
      if (made) URL.revokeObjectURL(made);
    };
  }, [client, id, contentType]);
  return address ? <img src={address} alt="" /> : null;
}

/** Pictures and PDF of the batch's step and of the item that it makes. */
export function StationDrawings({ batch }: { batch: Batch }) {
  const client = useClient();
  const filesOf = (recordType: string, recordID: string) => ({ query: { recordType, recordID } });
  const ofStep = useEndpoint(listFiles, filesOf('production_step', batch.productionStepID), { staleTime: freshFor });
  const ofItem = useEndpoint(listFiles, filesOf(batch.item.type, batch.item.id), { staleTime: freshFor });
  const files = [...(ofStep.data?.items ?? []), ...(ofItem.data?.items ?? [])].filter(isShown);
  // Whoever may not read the item or the step has no files of it.
  const isAway = [ofStep, ofItem].some(({ error }) => error && ![403, 404].includes(error.status));
  if (!files.length && !isAway) return null;
  return (
    <section aria-label="Drawings">
      <h2>Drawings</h2>
      {isAway && <p>Drawings are not here while the network is away.</p>}
      <div className={classes['drawings']}>
        {files.map((file) => (
          <Button
            key={file.id}
            variant="default"
            classNames={{ root: classes['drawing'] ?? '', label: classes['drawingLabel'] ?? '' }}
            onClick={() => void openFile(client, file).catch(toast.error)}
          >
            {isPicture(file) && <Picture file={file} />}
            <span>
              {file.name}
              {file.note && `: ${file.note}`}
              {file.isUnchecked && ' (not scanned for viruses)'}
            </span>
          </Button>
        ))}
      </div>
    </section>
  );
}
