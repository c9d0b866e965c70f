import {
  DateField,
  FormDialog,
  FormRow,
  formats,
  NoteField,
  TextField,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import {
  type ApiKeyView,
  apiKeyInput,
  createApiKey,
  updateApiKey,
} from '../../../../core/contracts/sign-in/api-key.contract.ts';
import { addDays, dateIn, isoDate, startOfDayIn } from '../../../../core/contracts/texts/date.ts';
import { networkList } from './network-list.ts';
import { ScopesField } from './scopes-field.tsx';
import type { ShownSecret } from './secret-dialog.tsx';

// In the form the end is a day, until whose end the key works, and networks are one per line.
const keyForm = apiKeyInput.extend({ expiresAt: isoDate.nullable().optional(), networks: networkList });

const zone = (): string => formats().settings.timeZone;
const endOf = (day: string): string => new Date(startOfDayIn(zone(), addDays(day, 1)).getTime() - 1000).toISOString();
const instantOf = (day: string | null | undefined): { expiresAt?: string | null } =>
  day === undefined ? {} : { expiresAt: day && endOf(day) };

/** Creates a key, or edits its name, scopes and end. */
export function ApiKeyDialog(props: {
  /** The key to edit; null creates a new one. */
  apiKey: ApiKeyView | null;
  opened: boolean;
  onClose(): void;
  onSecret(secret: ShownSecret): void;
}) {
  const { apiKey, opened, onClose, onSecret } = props;
  const create = useEndpointMutation(createApiKey);
  const update = useEndpointMutation(updateApiKey);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={apiKey ? `Change ${apiKey.name}` : 'New API key'}
      saveLabel={apiKey ? 'Save' : 'Make key'}
      size="xl"
      schema={keyForm}
      values={
        apiKey
          ? {
              name: apiKey.name,
              scopes: apiKey.scopes,
              networks: apiKey.networks.join('\n'),
              expiresAt: apiKey.expiresAt && dateIn(zone(), new Date(apiKey.expiresAt)),
            }
          : { name: '', scopes: [], networks: '', expiresAt: null }
      }
      onSave={async (values, changes) => {
        if (apiKey) {
          const { expiresAt, ...rest } = changes;
          await update.mutateAsync({
            params: { apiKeyID: apiKey.id },
            body: { ...rest, ...instantOf(expiresAt), version: apiKey.version },
          });
          toast.success(`${values.name} saved`);
          return;
        }
        const { expiresAt, ...rest } = values;
        const made = await create.mutateAsync({ body: { ...rest, ...instantOf(expiresAt) } });
        onSecret({ id: made.id, name: made.name, secret: made.secret, previousExpiresAt: null });
      }}
    >
      <FormRow>
        <TextField name="name" label="Name" required autoFocus description="Which program uses it" />
        <DateField
          name="expiresAt"
          label="Expires"
          min={dateIn(zone())}
          description="At the end of this day; empty means never"
        />
      </FormRow>
      <NoteField
        name="networks"
        label="Networks"
        rows={2}
        description="Addresses and networks that use it, one a line, such as 203.0.113.0/24; empty for everywhere"
      />
      <ScopesField name="scopes" />
    </FormDialog>
  );
}
