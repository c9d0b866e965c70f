import { useSession } from '@millwright/core/browser';
import type { Customer } from '../../../contracts/index.ts';
import { PartyAddresses } from '../party/party-addresses.tsx';

/** Addresses of a customer, with dialogs to add, change and remove them. */
export function CustomerAddresses({ customer }: { customer: Customer }) {
  const { can } = useSession();
  return (
    <PartyAddresses
      id={customer.id}
      addresses={customer.addresses}
      uses={({ id }) => [
        ...(id === customer.billToAddress?.id ? ['Bill to'] : []),
        ...(id === customer.shipToAddress?.id ? ['Ship to'] : []),
      ]}
      mayChange={can('customers:update')}
    />
  );
}
