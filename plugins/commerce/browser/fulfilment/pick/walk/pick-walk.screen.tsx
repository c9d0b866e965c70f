import { ErrorState, LoadingState, PageHeader, useEndpoint } from '@millwright/core/browser';
import { useSearchParams } from 'react-router';
import { getWalkList } from '../../../../contracts/index.ts';
import { ShortLines } from '../short-lines.tsx';
import { WalkPanel } from './walk-panel.tsx';

/** The walk of a wave: locations of several picks on one route. Each stop names the order that its goods belong to. */
export function PickWalkScreen() {
  const [search] = useSearchParams();
  const pickIDs = search.getAll('pickID');
  const walk = useEndpoint(getWalkList, { query: { pickIDs } }, { enabled: pickIDs.length > 0, keepPrevious: true });
  const title = pickIDs.length ? `Walk of ${pickIDs.length} ${pickIDs.length === 1 ? 'pick' : 'picks'}` : 'Walk';
  return (
    <>
      <PageHeader title={title} back={{ href: '/dashboard/picking', label: 'picking' }} />
      <div style={{ padding: 'var(--mantine-spacing-md)' }}>
        {walk.error ? (
          <ErrorState error={walk.error} onRetry={() => void walk.refetch()} what="walk" />
        ) : walk.data || pickIDs.length === 0 ? (
          <>
            <WalkPanel
              stops={walk.data?.items ?? []}
              empty={{
                title: 'Nothing is left to be picked',
                text: 'All that was planned of these picks is picked. Pack it, or release other picks.',
              }}
            />
            <ShortLines lines={walk.data?.short ?? []} />
          </>
        ) : (
          <LoadingState lines={8} />
        )}
      </div>
    </>
  );
}
