import { formats, ListScreen, useSession } from '@millwright/core/browser';
import { type FreightRateStep, listFreightRates } from '../../../contracts/index.ts';
import { carrierSource } from '../../record-sources.ts';

const create = { label: 'New freight rate', href: '/dashboard/freight-rates/create' };

function stepText({ fromWeight, amount, perPound }: FreightRateStep, currency: string): string {
  const { number, money } = formats();
  const more = perPound > 0 ? ` + ${number(perPound)}/lb` : '';
  return `${number(fromWeight)} lb: ${money(amount, { currency })}${more}`;
}

export function FreightRateListScreen() {
  const { account } = useSession();
  const currency = account?.currency ?? 'USD';
  return (
    <ListScreen
      name="freight-rates"
      title="Freight rates"
      endpoint={listFreightRates}
      importType="freight-rates"
      searchPlaceholder="Name, state"
      columns={[
        { id: 'name', header: 'Name', cell: (rate) => rate.name, sortable: true },
        { id: 'carrier', csv: 'carrier.name', header: 'Carrier', cell: (rate) => rate.carrier.name },
        {
          id: 'carrierOption',
          csv: 'carrierOption.name',
          header: 'Service',
          cell: (rate) => rate.carrierOption?.name ?? 'Any',
        },
        { id: 'states', header: 'States', cell: (rate) => rate.states ?? 'All' },
        {
          id: 'steps',
          csv: 'steps.amount',
          header: 'From weight',
          cell: (rate) => rate.steps.map((step) => stepText(step, currency)).join(', '),
        },
      ]}
      filters={[{ kind: 'multi', name: 'carrierIDs', label: 'Carrier', options: carrierSource }]}
      defaultSort={{ by: 'name', order: 'asc' }}
      rowHref={(rate) => `/dashboard/freight-rates/${rate.id}`}
      rowLabel={(rate) => rate.name}
      primaryAction={{ ...create, needs: 'carriers:create' }}
      empty={{
        title: 'No freight rates yet',
        text: 'Freight rates are what you have agreed with a carrier that is not connected, by weight.',
        icon: 'truck',
        action: create,
      }}
    />
  );
}
