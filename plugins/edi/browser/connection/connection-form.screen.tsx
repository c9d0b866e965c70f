import {
  FormRow,
  FormScreen,
  FormSection,
  NoteField,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useFormContext } from 'react-hook-form';
import { useParams } from 'react-router';
import {
  connectionKindNames,
  connectionKinds,
  createEdiConnection,
  createEdiConnectionBody,
  getEdiConnection,
  listEdiConnections,
  updateEdiConnection,
  updateEdiConnectionBody,
} from '../../contracts/index.ts';
import { untilLoaded } from '../until-loaded.tsx';

const kindOptions = connectionKinds.map((value) => ({ value, label: connectionKindNames[value] }));

/** What the chosen kind asks for. */
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
  const { ediConnectionID } = useParams();
  const session = useSession();
  const connection = useEndpoint(
    getEdiConnection,
    { params: { ediConnectionID: ediConnectionID ?? '' } },
    { enabled: Boolean(ediConnectionID) },
  );
  const create = useEndpointMutation(createEdiConnection, { invalidates: [listEdiConnections] });
  const update = useEndpointMutation(updateEdiConnection, { invalidates: [listEdiConnections, getEdiConnection] });
  const waiting = untilLoaded(connection, 'connection', ediConnectionID);
  if (waiting) return waiting;
  const { data } = connection;
  return (
    <FormScreen
      title={data?.name ?? 'New connection'}
      back={
        data
          ? { href: `/dashboard/edi-connections/${data.id}`, label: data.name }
          : { href: '/dashboard/edi-connections', label: 'connections' }
      }
      schema={data ? updateEdiConnectionBody : createEdiConnectionBody}
      values={
        data
          ? {
              name: data.name,
              kind: data.kind,
              folder: data.folder,
              host: data.host,
              port: data.port,
              username: data.username,
              hostKey: data.hostKey,
              allowsOldAlgorithms: data.allowsOldAlgorithms,
              isActive: data.isActive,
              version: data.version,
            }
          : { name: '', kind: 'directory' as const, isActive: true }
      }
      canSave={session.can(data ? 'edi_partners:update' : 'edi_partners:create')}
      onSave={async (values) => {
        const saved = data
          ? await update.mutateAsync({ params: { ediConnectionID: data.id }, body: values })
          : await create.mutateAsync({ body: createEdiConnectionBody.parse(values) });
        toast.success(`${saved.name} saved`);
        return `/dashboard/edi-connections/${saved.id}`;
      }}
    >
      <FormSection title="Connection">
        <FormRow>
          <TextField name="name" label="Name" required autoFocus={!data} />
          <SelectField name="kind" label="Kind" options={kindOptions} required />
        </FormRow>
        <KindFields />
        <SwitchField name="isActive" label="Active" description="Files are fetched and sent" />
      </FormSection>
    </FormScreen>
  );
}
