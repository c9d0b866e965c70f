import { FormSection, LineTable, RecordForm, TextField } from '@millwright/core/browser';
import { createProperty, listProperties } from '../../../contracts/index.ts';

const record = { words: ['property', 'properties'], list: listProperties, create: createProperty } as const;

export function PropertyCreateScreen() {
  return (
    <RecordForm
      record={record}
      blank={{ name: '', attributes: [] }}
      save={(send, { name, attributes }) =>
        send({ name, attributes: attributes.map((attribute, index) => ({ ...attribute, order: index })) })
      }
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
    </RecordForm>
  );
}
