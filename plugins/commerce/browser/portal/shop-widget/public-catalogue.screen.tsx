import {
  FormScreen,
  FormSection,
  RecordPending,
  RecordSelect,
  SelectField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useWatch } from 'react-hook-form';
import { getPublicCatalogue, type PublicCatalogue, updatePublicCatalogue } from '../../../contracts/index.ts';
import { priceGroupSource } from '../../sources/record-sources.ts';

const keys = '/dashboard/account/publishable-keys';

/** Setting: the prices that visitors of the catalogue widget see before signing in. */
export function PublicCatalogueScreen() {
  const { can } = useSession();
  const read = useEndpoint(getPublicCatalogue, {});
  const update = useEndpointMutation(updatePublicCatalogue);
  if (!read.data)
    return <RecordPending query={read} what="public catalogue" back={{ href: keys, label: 'publishable keys' }} />;
  return (
    <FormScreen
      title="Public catalogue"
      back={{ href: keys, label: 'publishable keys' }}
      schema={updatePublicCatalogue.body!}
      values={read.data}
      canSave={can('api_keys:update')}
      onSave={async (body) => {
        await update.mutateAsync({ body });
        toast.success('Public catalogue saved');
        return keys;
      }}
    >
      <FormSection
        title="Prices"
        description="For visitors of the catalogue on your own site. Customers who sign in there see their own prices."
      >
        <SelectField
          name="publicPrices"
          label="Visitors see"
          options={[
            { value: 'none', label: 'No prices' },
            { value: 'list', label: 'List prices' },
            { value: 'group', label: 'Prices of a price group' },
          ]}
        />
        <PriceGroup />
      </FormSection>
    </FormScreen>
  );
}

function PriceGroup() {
  const publicPrices = useWatch<PublicCatalogue, 'publicPrices'>({ name: 'publicPrices' });
  return publicPrices === 'group' ? (
    <RecordSelect name="publicPriceGroupID" label="Price group" source={priceGroupSource} required />
  ) : null;
}
