import { toast, useClient } from '@millwright/core/browser';
import { printBatchLabels } from '../../contracts/index.ts';

/** Largest number of batches per print. */
const most = 300;

/** Prints traveller labels: a PDF in a new tab, or a file for a label printer. */
export function useBatchLabels() {
  const client = useClient();
  return async (batchIDs: readonly string[], format: 'pdf' | 'zpl', scanningStationID?: string): Promise<void> => {
    try {
      const answer = await client.call(printBatchLabels, {
        body: { batchIDs: batchIDs.slice(0, most), format, ...(scanningStationID ? { scanningStationID } : {}) },
      });
      const address = URL.createObjectURL(answer as Blob);
      const link = document.createElement('a');
      link.href = address;
      link.target = '_blank';
      if (format === 'zpl') link.download = 'labels.zpl';
      link.click();
      // The tab or the download begins after this task and needs the address until then.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    } catch (error) {
      toast.error(error);
    }
  };
}
