import { FormDialog, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import {
  type Attribute,
  createAttribute,
  createAttributeBody,
  type Property,
  updateAttribute,
  updateAttributeBody,
} from '../../../contracts/index.ts';
import { ColorField } from './color-field.tsx';

/** Adds an attribute at the end, or changes one. */
export function AttributeDialog({
  property,
  attribute,
  opened,
  onClose,
}: {
  property: Property;
  attribute: Attribute | null;
  opened: boolean;
  onClose(): void;
}) {
  const create = useEndpointMutation(createAttribute);
  const update = useEndpointMutation(updateAttribute);
  const params = { propertyID: property.id };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={attribute ? `Change ${attribute.name}` : `New attribute of ${property.name}`}
      schema={attribute ? updateAttributeBody : createAttributeBody}
      values={
        attribute
          ? { name: attribute.name, code: attribute.code, color: attribute.color, version: attribute.version }
          : { name: '', order: property.attributeCount }
      }
      onSave={async (body) => {
        const { name } = attribute
          ? await update.mutateAsync({ params: { ...params, attributeID: attribute.id }, body })
          : await create.mutateAsync({ params, body: createAttributeBody.parse(body) });
        toast.success(`${name} saved`);
      }}
    >
      <TextField name="name" label="Name" required autoFocus />
      <TextField name="code" label="Code" description="Stands for it in SKUs of new variations, like BLK" />
      <ColorField name="color" label="Color" />
    </FormDialog>
  );
}
