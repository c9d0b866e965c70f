import { FormDialog, SwitchField, TextField, toast, useEndpointMutation } from '@millwright/core/browser';
import {
  createIntegration,
  createIntegrationBody,
  type IntegrationCode,
  type IntegrationReply,
  integrationCredentials,
  updateIntegration,
  updateIntegrationBody,
} from '../../../../core/contracts/work/integration.contract.ts';
import { integrationKinds } from './integration-kinds.ts';

const blankOf = (code: IntegrationCode, blank: '' | null): Record<string, '' | null> =>
  Object.fromEntries(integrationKinds[code].fields.map(({ name }) => [name, blank]));

/** Adds an integration of one kind. */
export function IntegrationAddDialog({ code, onClose }: { code: IntegrationCode | null; onClose(): void }) {
  const create = useEndpointMutation(createIntegration);
  if (!code) return null;
  const { provider, fields } = integrationKinds[code];
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Add ${provider}`}
      saveLabel="Add integration"
      schema={createIntegrationBody}
      // The union type cannot infer which kind's fields these are.
      values={{ name: provider, code, credentials: blankOf(code, ''), isActive: true } as never}
      onSave={async (body) => {
        const made = await create.mutateAsync({ body });
        toast.success(`${made.name} added`);
      }}
    >
      <TextField name="name" label="Name" required autoFocus description="Tells several of one provider apart" />
      {fields.map(({ name, label, hint }) => (
        <TextField key={name} name={`credentials.${name}`} label={label} description={hint} required />
      ))}
      <SwitchField name="isActive" label="Active" description="One that is off is kept but not used" />
    </FormDialog>
  );
}

// Empty fields keep the stored value.
const editForms = {
  stripe: updateIntegrationBody.extend({ credentials: integrationCredentials.stripe.partial().optional() }),
  ups: updateIntegrationBody.extend({ credentials: integrationCredentials.ups.partial().optional() }),
  shippo: updateIntegrationBody.extend({ credentials: integrationCredentials.shippo.partial().optional() }),
  practice_carrier: updateIntegrationBody,
};

const entered = (credentials: Record<string, string | undefined> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(credentials ?? {}).filter((entry): entry is [string, string] => Boolean(entry[1])));

/** Edits an integration; stored credentials are shown masked and only replaced if a new value is entered. */
export function IntegrationEditDialog(props: { integration: IntegrationReply | null; onClose(): void }) {
  const { integration, onClose } = props;
  const update = useEndpointMutation(updateIntegration);
  if (!integration) return null;
  const { id, name, code, isActive, credentials, version } = integration;
  const values = { name, isActive, credentials: blankOf(code, null) };
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Change ${name}`}
      schema={editForms[code]}
      values={values}
      onSave={async (_values, { credentials: typed, ...changes }) => {
        const replaced = entered(typed);
        await update.mutateAsync({
          params: { integrationID: id },
          body: { ...changes, ...(Object.keys(replaced).length > 0 ? { credentials: replaced } : {}), version },
        });
        toast.success('Integration saved');
      }}
    >
      <TextField name="name" label="Name" required autoFocus />
      {integrationKinds[code].fields.map((field) => (
        <TextField
          key={field.name}
          name={`credentials.${field.name}`}
          label={field.label}
          placeholder={credentials[field.name] ?? ''}
          description={`Empty keeps ${credentials[field.name] ?? 'what is stored'}. ${field.hint}`}
        />
      ))}
      <SwitchField name="isActive" label="Active" description="One that is off is kept but not used" />
    </FormDialog>
  );
}
