import { ListScreen, RecordScreen, TextField, useEndpointMutation, useSession } from '@millwright/core/browser';
import { listCategories, properties, updateProperty, updatePropertyBody } from '../../../contracts/index.ts';
import { EditDialog } from '../../edit-dialog.tsx';
import { AttributeTable } from './attribute-table.tsx';

export function PropertyScreen() {
  const session = useSession();
  const update = useEndpointMutation(updateProperty);
  return (
    <RecordScreen
      record={properties}
      deletion={() => ({ warning: 'Its attributes are deleted with it.' })}
      actions={({ id, name, version }) =>
        session.can('categories:update') && (
          <EditDialog
            verb="Rename"
            recordName={name}
            schema={updatePropertyBody}
            values={{ name, version }}
            onSave={(body) => update.mutateAsync({ params: { propertyID: id }, body })}
          >
            <TextField name="name" label="Name" required autoFocus />
          </EditDialog>
        )
      }
      tabs={[
        { id: 'attributes', label: 'Attributes', render: (data) => <AttributeTable property={data} /> },
        {
          id: 'categories',
          label: 'Categories',
          render: ({ id }) => (
            <ListScreen
              embedded
              name="property-categories"
              title="Categories"
              endpoint={listCategories}
              fixedQuery={{ propertyID: id }}
              columns={['name', { id: 'type', header: 'Sorts', width: 200 }, { id: 'itemCount', width: 90 }]}
              rowHref={(category) => `/dashboard/categories/${category.id}`}
              rowLabel={(category) => category.name}
              empty={{
                title: 'No category has this property',
                text: 'Add it to a category to describe its items by it.',
                icon: 'tag',
              }}
            />
          ),
        },
      ]}
      facts={(data) => [
        { label: 'Attributes', value: data.attributeCount },
        { label: 'Items', value: data.itemCount },
      ]}
    />
  );
}
