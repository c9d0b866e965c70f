import { FormDialog, NoteField, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import {
  createPublishableKey,
  type PublishableKeyView,
  publishableKeyInput,
  updatePublishableKey,
} from '../../../../core/contracts/sign-in/publishable-key.contract.ts';
import { originList } from './origin-list.ts';
import { WidgetsField } from './widgets-field.tsx';

// In the form sites are one per line.
const keyForm = publishableKeyInput.extend({ origins: originList });

/** Creates a publishable key, or edits its name, sites and widgets. */
export function PublishableKeyDialog(props: {
  /** The key to edit; null creates a new one. */
  publishableKey: PublishableKeyView | null;
  opened: boolean;
  onClose(): void;
  onMade(made: PublishableKeyView): void;
}) {
  const { publishableKey, opened, onClose, onMade } = props;
  const create = useEndpointMutation(createPublishableKey);
  const update = useEndpointMutation(updatePublishableKey);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={publishableKey ? `Change ${publishableKey.name}` : 'New publishable key'}
      saveLabel={publishableKey ? 'Save' : 'Make key'}
      size="lg"
      schema={keyForm}
      values={
        publishableKey
          ? { name: publishableKey.name, origins: publishableKey.origins.join('\n'), widgets: publishableKey.widgets }
          : { name: '', origins: '', widgets: [] }
      }
      onSave={async (values) => {
        if (publishableKey) {
          await update.mutateAsync({
            params: { publishableKeyID: publishableKey.id },
            body: { ...values, version: publishableKey.version },
          });
          toast.success(`${values.name} saved`);
          return;
        }
        onMade(await create.mutateAsync({ body: values }));
      }}
    >
      <TextField name="name" label="Name" required autoFocus description="Which site or page uses it" />
      <NoteField
        name="origins"
        label="Sites"
        required
        rows={3}
        description="One a line, such as https://www.example.com; pages of other sites are refused"
      />
      <WidgetsField name="widgets" />
    </FormDialog>
  );
}
