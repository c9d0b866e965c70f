import {
  FormScreen,
  FormSection,
  LineTable,
  TextField,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { createProperty, createPropertyBody, listProperties } from '../../../contracts/index.ts';

export function PropertyCreateScreen() {
  const session = useSession();
  const create = useEndpointMutation(createProperty, { invalidates: [listProperties] });
  return (
    <FormScreen
      title="New property"
      back={{ href: '/dashboard/properties', label: 'properties' }}
      schema={createPropertyBody}
      values={{ name: '', attributes: [] }}
      canSave={session.can('categories:create')}
      onSave={async ({ name, attributes }) => {
        const ordered = attributes.map((attribute, index) => ({ ...attribute, order: index }));
        const saved = await create.mutateAsync({ body: { name, attributes: ordered } });
        toast.success(`${saved.name} saved`);
        return `/dashboard/properties/${saved.id}`;
      }}
    >
      <FormSection title="Property" description="Something that items differ in">
        <TextField name="name" label="Name" required autoFocus />
      </FormSection>
      <FormSection
        title="Attributes"
        description="In the order in which they are shown; a code stands in SKUs, a color is written like #1a2b3c"
        wide
      >
        <LineTable
          name="attributes"
          newLine={() => ({ name: '', code: null, color: null })}
          columns={[
            { kind: 'text', id: 'name', header: 'Name' },
            { kind: 'text', id: 'code', header: 'Code', width: 140 },
            { kind: 'text', id: 'color', header: 'Color', width: 140 },
          ]}
        />
      </FormSection>
    </FormScreen>
  );
}
