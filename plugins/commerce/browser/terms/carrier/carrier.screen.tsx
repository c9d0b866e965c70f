import { Anchor } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  StatusBadge,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { deleteCarrier, getCarrier, trackingLink } from '../../../contracts/index.ts';
import { CarrierOptions } from './carrier-options.tsx';

export function CarrierScreen() {
  const { can } = useSession();
  const { id, params, query: carrier } = useRecord(getCarrier);
  const remove = useEndpointMutation(deleteCarrier);
  const askAndDelete = useDelete('carrier', '/dashboard/carriers');
  return (
    <DetailScreen
      query={carrier}
      what="carrier"
      list={{ name: 'carriers', href: '/dashboard/carriers', label: 'carriers' }}
      record={{ type: 'carrier', id }}
      title={({ name }) => name}
      status={({ isBuiltIn }) => (isBuiltIn ? <StatusBadge>Built in</StatusBadge> : null)}
      editHref={({ id }) => (can('carriers:update') ? `/dashboard/carriers/${id}/edit` : undefined)}
      menu={({ name, isBuiltIn }) => [
        can('carriers:delete') &&
          !isBuiltIn && {
            label: 'Delete',
            icon: 'trash',
            danger: true,
            onClick: () => void askAndDelete(name, () => remove.mutateAsync({ params })),
          },
      ]}
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
          { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
          { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
        ];
      }}
    />
  );
}
