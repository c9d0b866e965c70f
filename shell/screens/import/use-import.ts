import { endpointKey, useEndpoint } from '@millwright/core/browser';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { changeSetStates, listChangeSetRows } from '../../../core/contracts/work/change-set.contract.ts';
import { getImport } from '../../../core/contracts/work/import.contract.ts';

/** Milliseconds between two reloads of an import in progress. */
const poll = 1000;

/** An import, reloaded every second while it is in progress; its rows and the written records are reloaded too. */
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
    // Every list may show changed records now.
    if (changeSetStates.is.settled(status)) void queries.invalidateQueries();
  }, [queries, status]);
  useEffect(() => {
    if (done !== undefined || changeSetStates.is.ready(status))
      void queries.invalidateQueries({ queryKey: endpointKey(listChangeSetRows) });
  }, [queries, status, done]);
  return query;
}
