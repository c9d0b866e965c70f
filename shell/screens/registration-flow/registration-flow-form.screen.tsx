import { Button } from '@mantine/core';
import {
  defineSlot,
  ErrorState,
  FormScreen,
  FormSection,
  LinkButton,
  LoadingState,
  NoteField,
  SelectField,
  Slot,
  StatusBadge,
  SwitchField,
  TextField,
  toast,
  useDelete,
  useEndpoint,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useParams } from 'react-router';
import {
  createRegistrationFlow,
  deleteRegistrationFlow,
  getRegistrationFlow,
  listRegistrationFlows,
  registrationFlowInput,
  registrationFlowPatch,
  updateRegistrationFlow,
} from '../../../core/contracts/registration-flow.contract.ts';

const list = '/dashboard/customer-registration-flows';

/**
 * Selects for what a new customer gets; groups and terms belong to plugins, which draw their fields inside this form.
 */
const defaultFields = defineSlot<Record<string, never>>('registration-flow.defaults');

const blank = {
  name: '',
  title: '',
  message: null,
  isActive: false,
  allowsExistingCustomers: true,
  phoneField: 'optional' as const,
  addressField: 'optional' as const,
  websiteField: 'hidden' as const,
  noteField: 'optional' as const,
  approval: 'staff' as const,
  closingWords: null,
  notifiedEmails: [],
  defaultCustomerGroupID: null,
  defaultShippingTermID: null,
  defaultPaymentTermID: null,
  offeredCustomerGroupIDs: [],
  offeredShippingTermIDs: [],
  offeredPaymentTermIDs: [],
};

const modes = [
  { value: 'hidden', label: 'Not asked' },
  { value: 'optional', label: 'Optional' },
  { value: 'required', label: 'Required' },
];

export function RegistrationFlowFormScreen() {
  const { registrationFlowID } = useParams();
  const { can, account } = useSession();
  const flow = useEndpoint(
    getRegistrationFlow,
    { params: { registrationFlowID: registrationFlowID ?? '' } },
    { enabled: registrationFlowID !== undefined },
  );
  const invalidates = [listRegistrationFlows, getRegistrationFlow];
  const create = useEndpointMutation(createRegistrationFlow, { invalidates });
  const update = useEndpointMutation(updateRegistrationFlow, { invalidates });
  const remove = useEndpointMutation(deleteRegistrationFlow, { invalidates: [listRegistrationFlows] });
  const askAndDelete = useDelete('flow', list);
  const { data } = flow;
  if (registrationFlowID && !data)
    return flow.error ? (
      <ErrorState error={flow.error} onRetry={() => void flow.refetch()} what="registration flow" />
    ) : (
      <LoadingState />
    );
  const {
    id: _id,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    ...kept
  } = data ?? { id: '', createdAt: '', updatedAt: '' };
  const preview = data && (
    <LinkButton to={`${list}/${data.id}/preview`} variant="default">
      Preview
    </LinkButton>
  );
  return (
    <FormScreen
      title={data?.name ?? 'New registration flow'}
      back={{ href: list, label: 'registration flows' }}
      beside={data?.isActive && <StatusBadge tone="success">Active</StatusBadge>}
      schema={data ? registrationFlowPatch : registrationFlowInput}
      values={data ? kept : blank}
      record={data && { type: 'registration_flow', id: data.id }}
      canSave={can(data ? 'registration_flows:update' : 'registration_flows:create')}
      actions={
        <>
          {preview}
          {data && can('registration_flows:delete') && (
            <Button
              variant="default"
              onClick={() =>
                void askAndDelete(
                  data.name,
                  () => remove.mutateAsync({ params: { registrationFlowID: data.id } }),
                  data.isActive
                    ? 'It is the active flow: customers cannot register until another one is active.'
                    : undefined,
                )
              }
            >
              Delete
            </Button>
          )}
        </>
      }
      onSave={async (values, changes) => {
        const saved = data
          ? await update.mutateAsync({
              params: { registrationFlowID: data.id },
              body: { ...changes, version: data.version },
            })
          : await create.mutateAsync({ body: registrationFlowInput.parse(values) });
        toast.success(`${saved.name} saved`);
        return list;
      }}
    >
      <FormSection title="Flow">
        <TextField name="name" label="Name" required autoFocus={!data} description="How your team calls it" />
        <SwitchField
          name="isActive"
          label="Active"
          description="Customers register with the active flow; turning this one on puts the other one aside"
        />
      </FormSection>
      <FormSection title="What customers see" description={account ? `For customers of ${account.name}` : undefined}>
        <TextField name="title" label="Title" required description="Heading of the registration page" />
        <NoteField name="message" label="Message" description="Shown below the title" />
        <SwitchField
          name="allowsExistingCustomers"
          label="Open to existing customers"
          description="People of a customer you already have may register too"
        />
        <SelectField name="phoneField" label="Phone number" options={modes} />
        <SelectField name="addressField" label="Address" options={modes} />
        <SelectField name="websiteField" label="Website" options={modes} />
        <SelectField name="noteField" label="Words about the company" options={modes} />
        <NoteField name="closingWords" label="Closing words" description="Shown once the email address is proven" />
      </FormSection>
      <FormSection title="Who decides">
        <SelectField
          name="approval"
          label="New customers are let in"
          options={[
            { value: 'staff', label: 'By your team, from the queue' },
            { value: 'at_once', label: 'At once, when their email address is proven' },
          ]}
        />
      </FormSection>
      <Slot name={defaultFields} props={{}} />
    </FormScreen>
  );
}
