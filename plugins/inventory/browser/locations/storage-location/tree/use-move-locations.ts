import { toast, useEndpointMutation } from '@millwright/core/browser';
import { updateStorageLocation } from '../../../../contracts/index.ts';

/**
 * Moves places into another place, or to the top (null). Refused places are reported, the others are moved. Answers the
 * number of moved places.
 */
export function useMoveLocations() {
  const update = useEndpointMutation(updateStorageLocation);
  return async (ids: readonly string[], parentID: string | null): Promise<number> => {
    let moved = 0;
    for (const locationID of ids) {
      try {
        await update.mutateAsync({ params: { locationID }, body: { parentID } });
        moved += 1;
      } catch (error) {
        toast.error(error);
      }
    }
    return moved;
  };
}
