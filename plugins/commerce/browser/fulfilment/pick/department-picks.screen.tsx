import { Stack } from '@mantine/core';
import {
  EmptyState,
  ErrorState,
  LoadingState,
  PageHeader,
  Panel,
  RecordPicker,
  useEndpoint,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getWalkList } from '../../../contracts/index.ts';
import { pickDepartmentSource } from './department-source.ts';
import { ShortLines } from './short-lines.tsx';
import { WalkPanel } from './walk/walk-panel.tsx';

const remembered = (accountID: string): string => `department-picks:${accountID}`;

/**
 * Items that a department has to pick from its own locations for all released picks, and items that it has to make for
 * them.
 */
export function DepartmentPicksScreen() {
  const { account } = useSession();
  const [search, setSearch] = useSearchParams();
  const key = remembered(account?.id ?? '');
  const [usual] = useState(() => localStorage.getItem(key) ?? '');
  const departmentID = search.get('department') ?? usual;
  const walk = useEndpoint(
    getWalkList,
    { query: { departmentIDs: [departmentID] } },
    { enabled: departmentID !== '', keepPrevious: true, refetchInterval: 30_000 },
  );
  const choose = (id: string | null) => {
    localStorage.setItem(key, id ?? '');
    setSearch({ department: id ?? '' }, { replace: true });
  };
  return (
    <>
      <PageHeader title="Department picks" />
      <Stack gap="md" p="md">
        <Panel>
          <RecordPicker
            source={pickDepartmentSource}
            value={departmentID || null}
            label="Department"
            placeholder="Whose places?"
            onPick={choose}
            clearable
          />
        </Panel>
        {departmentID === '' ? (
          <EmptyState
            icon="building"
            title="Which department?"
            text="Its places are walked here, for all picks that are released; the choice is kept in this browser."
          />
        ) : walk.error ? (
          <ErrorState error={walk.error} onRetry={() => void walk.refetch()} what="picks" />
        ) : walk.data ? (
          <div>
            <WalkPanel
              stops={walk.data.items}
              empty={{
                title: 'Nothing to pick in these places',
                text: 'What is released for the places of this department appears here.',
              }}
            />
            <ShortLines lines={walk.data.short} />
          </div>
        ) : (
          <LoadingState lines={8} />
        )}
      </Stack>
    </>
  );
}
