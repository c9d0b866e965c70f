import { Group, Select, Stack, Text } from '@mantine/core';
import {
  EmptyState,
  ErrorState,
  LinkButton,
  LoadingState,
  PageHeader,
  Panel,
  useEndpoint,
  useScreenTitle,
} from '@millwright/core/browser';
import { useState } from 'react';
import { listUnitGroups, listUnits } from '../../../contracts/index.ts';
import { UnitConverter } from '../unit-group/unit-converter.tsx';

export function UnitsOfMeasureScreen() {
  useScreenTitle('Units of measure');
  const groups = useEndpoint(listUnitGroups, { query: { take: 500 } });
  const units = useEndpoint(listUnits, { query: { take: 1 } });
  const [picked, setPicked] = useState<string | null>(null);
  const all = groups.data?.items ?? [];
  const group = all.find(({ id }) => id === picked) ?? all.find(({ name }) => name === 'Count') ?? all[0];
  return (
    <>
      <PageHeader title="Units of measure" />
      <Stack p="md" gap="md" maw={960}>
        <Group grow align="stretch">
          <Panel title="Units">
            <Text mb="sm">{units.data ? `${units.data.count} units` : 'Units'} to count, weigh and measure in.</Text>
            <LinkButton to="/dashboard/units-of-measure/units" variant="default">
              Show units
            </LinkButton>
          </Panel>
          <Panel title="Unit groups">
            <Text mb="sm">
              {groups.data ? `${groups.data.count} groups` : 'Groups'} of units that convert into one another, exactly.
            </Text>
            <LinkButton to="/dashboard/units-of-measure/groups" variant="default">
              Show unit groups
            </LinkButton>
          </Panel>
        </Group>
        <Panel title="Converter">
          {groups.error ? (
            <ErrorState error={groups.error} onRetry={() => void groups.refetch()} what="unit groups" />
          ) : !groups.data ? (
            <LoadingState lines={2} />
          ) : group ? (
            <Stack gap="sm">
              <Select
                label="Unit group"
                data={all.map(({ id, name }) => ({ value: id, label: name }))}
                value={group.id}
                onChange={setPicked}
                allowDeselect={false}
                maw={312}
              />
              <UnitConverter key={group.id} group={group} />
            </Stack>
          ) : (
            <EmptyState
              title="No unit groups yet"
              text="A unit group says how units convert into one another."
              action={{ label: 'New unit group', href: '/dashboard/units-of-measure/groups/create' }}
            />
          )}
        </Panel>
      </Stack>
    </>
  );
}
