import { FormScreen, FormSection, LineTable, toast, useEndpointMutation, useSession } from '@millwright/core/browser';
import { createCarrier, createCarrierBody, listCarriers } from '../../../contracts/index.ts';
import { CarrierFields } from './carrier-fields.tsx';

export function CarrierCreateScreen() {
  const { can } = useSession();
  const create = useEndpointMutation(createCarrier, { invalidates: [listCarriers] });
  return (
    <FormScreen
      title="New carrier"
      back={{ href: '/dashboard/carriers', label: 'carriers' }}
      schema={createCarrierBody}
      values={{ name: '', code: '', trackingUrlTemplate: '', options: [] }}
      canSave={can('carriers:create')}
      onSave={async (body) => {
        const { id, name } = await create.mutateAsync({ body });
        toast.success(`${name} saved`);
        return `/dashboard/carriers/${id}`;
      }}
    >
      <CarrierFields isNew isBuiltIn={false} />
      <FormSection title="Options" description="Services that can be booked">
        <LineTable
          name="options"
          newLine={() => ({ name: '', code: '' })}
          columns={[
            { kind: 'text', id: 'name', header: 'Name' },
            { kind: 'text', id: 'code', header: 'Code', width: 160 },
          ]}
        />
      </FormSection>
    </FormScreen>
  );
}
