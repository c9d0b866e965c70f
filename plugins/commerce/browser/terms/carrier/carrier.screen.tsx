import { Anchor } from '@mantine/core';
import { RecordScreen, StatusBadge } from '@millwright/core/browser';
import { carriers, trackingLink } from '../../../contracts/index.ts';
import { CarrierOptions } from './carrier-options.tsx';

export function CarrierScreen() {
  return (
    <RecordScreen
      record={carriers}
      deletion={({ isBuiltIn }) => (isBuiltIn ? undefined : {})}
      status={({ isBuiltIn }) => (isBuiltIn ? <StatusBadge>Built in</StatusBadge> : null)}
      tabs={[{ id: 'options', label: 'Options', render: (data) => <CarrierOptions carrier={data} /> }]}
      facts={(data) => {
        const link = trackingLink(data, '1Z999AA10123456784');
        return [
          { label: 'Code', value: data.code },
          {
            label: 'Tracking link',
            value: link && (
              <Anchor href={link} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
                {link}
              </Anchor>
            ),
          },
        ];
      }}
    />
  );
}
