import { Group, SegmentedControl, Stack, Switch } from '@mantine/core';
import {
  EmptyState,
  ErrorState,
  Icon,
  importPath,
  LinkButton,
  LoadingState,
  PageHeader,
  Panel,
  RecordPicker,
  toast,
  useClient,
  useEndpoint,
  useWedgeScanner,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getStorageLocation, resolveScan } from '../../../contracts/index.ts';
import { locationSource } from '../../record-sources.ts';
import { CountSheetPanel } from './count-sheet-panel.tsx';

/** Counts a place: chosen or scanned, then its items by scanner or keyboard. */
export function ReconcileScreen() {
  const client = useClient();
  const [search, setSearch] = useSearchParams();
  const [isBlind, setBlind] = useState(false);
  const [isAdding, setAdding] = useState(true);
  const locationID = search.get('location') ?? '';
  const place = useEndpoint(getStorageLocation, { params: { locationID } }, { enabled: locationID !== '' });
  const choose = (id: string | null) => {
    // The list of places closes, and the first row of the sheet takes the keys.
    if (id && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setSearch(id ? { location: id } : {}, { replace: true });
  };
  const scan = async (text: string) => {
    try {
      const { matches } = await client.call(resolveScan, { body: { text } });
      const places = matches.filter(({ type }) => type === 'location');
      if (places.length === 1 && places[0]) choose(places[0].id);
      else toast.info(places.length ? `${text} names ${places.length} places` : `No place has the code ${text}`);
    } catch (error) {
      toast.error(error);
    }
  };
  // With a sheet open its own panel listens.
  useWedgeScanner((text) => void scan(text), { isEnabled: !place.data });
  return (
    <>
      <PageHeader
        title="Count stock"
        actions={
          <LinkButton to={importPath('stock-counts')} variant="default" leftSection={<Icon name="upload" />}>
            Import a count
          </LinkButton>
        }
      />
      <Stack gap="md" p="md">
        <Panel title="Place">
          <Group align="end" gap="lg">
            <RecordPicker
              source={locationSource}
              value={locationID || null}
              label="Storage location"
              placeholder="Scan a place or type"
              autoFocus={locationID === ''}
              size="md"
              miw={280}
              onPick={(id) => choose(id)}
              clearable
            />
            <SegmentedControl
              size="md"
              aria-label="What a scan does"
              value={isAdding ? 'add' : 'go'}
              onChange={(value) => setAdding(value === 'add')}
              data={[
                { value: 'add', label: 'Scan adds 1' },
                { value: 'go', label: 'Scan finds the row' },
              ]}
            />
            <Switch
              size="md"
              label="Blind count"
              description="Hides what the books say"
              checked={isBlind}
              onChange={(event) => setBlind(event.currentTarget.checked)}
            />
          </Group>
        </Panel>
        {locationID === '' ? (
          <EmptyState
            icon="pin"
            title="Which place do you count?"
            text="Scan its label, or type its name. What you count stays in this tab until it is written."
          />
        ) : place.error ? (
          <ErrorState error={place.error} onRetry={() => void place.refetch()} what="storage location" />
        ) : place.data ? (
          <CountSheetPanel
            key={place.data.id}
            place={{ id: place.data.id, fullName: place.data.fullName }}
            isBlind={isBlind}
            isAdding={isAdding}
            onPlace={choose}
          />
        ) : (
          <LoadingState />
        )}
      </Stack>
    </>
  );
}
