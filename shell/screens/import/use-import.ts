import { endpointKey, useEndpoint } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changeSetStates, listChangeSetRows } from '../../../core/contracts/change-set.contract.ts';
import { getImport } from '../../../core/contracts/import.contract.ts';

/** Milliseconds between two looks at an import that is worked on. */
const poll = 1000;

/** An import, read again every second while it is worked on; its rows and the records that it wrote follow. */
export function useImport(importID: string) {
  const queries = useQueryClient();
  const [isWorking, setWorking] = useState(false);
  const query = useEndpoint(getImport, { params: { importID } }, { refetchInterval: isWorking && poll });
  const status = query.data?.status;
  const done = query.data?.progress?.done;
  const works = Boolean(query.data?.progress);
  if (works !== isWorking) setWorking(works);
  const before = useRef(status);
  useEffect(() => {
    if (before.current === undefined || before.current === status) {
      before.current = status;
      return;
    }
    before.current = status;
    // Whatever shows these records is out of date, wherever it is.
    if (changeSetStates.is.settled(status)) void queries.invalidateQueries();
  }, [queries, status]);
  useEffect(() => {
    if (done !== undefined || changeSetStates.is.ready(status))
      void queries.invalidateQueries({ queryKey: endpointKey(listChangeSetRows) });
  }, [queries, status, done]);
  return query;
}
