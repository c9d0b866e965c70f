import {
  FormRow,
  FormSection,
  NoteField,
  NumberField,
  RecordForm,
  SelectField,
  SwitchField,
  TextField,
} from '@millwright/core/browser';
import { codeOptions } from '@millwright/core/contracts';
import { useFormContext } from 'react-hook-form';
import { connectionKindNames, ediConnections } from '../../contracts/index.ts';

const kindOptions = codeOptions(connectionKindNames);

/** Fields of the chosen kind. */
function KindFields() {
  const kind = useFormContext().watch('kind');
  return (
    <>
      {(kind === 'directory' || kind === 'sftp') && (
        <TextField
          name="folder"
          label="Folder"
          description={
            kind === 'sftp'
              ? 'The folder that in and out lie in; empty for the one after signing in'
              : 'Lower-case letters, digits and dashes: in, out, archive and error are made in it'
          }
        />
      )}
      {kind === 'sftp' && (
        <>
          <FormRow>
            <TextField name="host" label="Host" required />
            <NumberField name="port" label="Port" />
          </FormRow>
          <TextField name="username" label="User" required />
          <NoteField name="secret" label="Password or private key" />
          <TextField
            name="hostKey"
            label="Fingerprint of the host’s key"
            description="SHA256, as ssh-keygen -l shows it"
            required
          />
          <SwitchField
            name="allowsOldAlgorithms"
            label="Old algorithms"
            description="Only for servers that know no others"
          />
        </>
      )}
    </>
  );
}

export function ConnectionFormScreen() {
  return (
    <RecordForm
      record={ediConnections}
      blank={{ name: '', kind: 'directory', isActive: true }}
      // The API never returns the secret.
      values={() => ({ secret: undefined })}
    >
      {(found) => (
        <FormSection title="Connection">
          <FormRow>
            <TextField name="name" label="Name" required autoFocus={!found} />
            <SelectField name="kind" label="Kind" options={kindOptions} required />
          </FormRow>
          <KindFields />
          <SwitchField name="isActive" label="Active" description="Files are fetched and sent" />
        </FormSection>
      )}
    </RecordForm>
  );
}
