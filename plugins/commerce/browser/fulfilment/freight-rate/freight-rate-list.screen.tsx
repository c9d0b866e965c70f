import { formats, RecordListScreen, useSession } from '@millwright/core/browser';
import { type FreightRateStep, freightRates } from '../../../contracts/index.ts';
import { carrierSource } from '../../sources/record-sources.ts';

function stepText({ fromWeight, amount, perPound }: FreightRateStep, currency: string): string {
  const { number, money } = formats();
  const more = perPound > 0 ? ` + ${number(perPound)}/lb` : '';
  return `${number(fromWeight)} lb: ${money(amount, { currency })}${more}`;
}

export function FreightRateListScreen() {
  const { account } = useSession();
  const currency = account?.currency ?? 'USD';
  return (
    <RecordListScreen
      record={freightRates}
      searchPlaceholder="Name, state"
      columns={[
        'carrier',
        { id: 'carrierOption', header: 'Service', cell: (rate) => rate.carrierOption?.name ?? 'Any' },
        { id: 'states', cell: (rate) => rate.states ?? 'All' },
        {
          id: 'steps',
          csv: 'steps.amount',
          header: 'From weight',
          cell: (rate) => rate.steps.map((step) => stepText(step, currency)).join(', '),
        },
      ]}
      filters={[{ name: 'carrierIDs', options: carrierSource }]}
      icon="truck"
      emptyText="Freight rates are what you have agreed with a carrier that is not connected, by weight."
    />
  );
}
