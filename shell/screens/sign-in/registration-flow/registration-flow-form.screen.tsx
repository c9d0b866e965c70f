import {
  defineSlot,
  FormSection,
  LinkButton,
  NoteField,
  RecordForm,
  SelectField,
  Slot,
  StatusBadge,
  SwitchField,
  TextField,
  useSession,
} from '@millwright/core/browser';
import {
  createRegistrationFlow,
  deleteRegistrationFlow,
  getRegistrationFlow,
  listRegistrationFlows,
  updateRegistrationFlow,
} from '../../../../core/contracts/accounts/registration-flow.contract.ts';

const list = '/dashboard/customer-registration-flows';

/**
 * Defaults of a new customer. Groups and payment terms belong to plugins, which render their fields inside this form.
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

const record = {
  type: 'registration_flow',
  words: ['registration flow', 'registration flows'],
  home: list,
  list: listRegistrationFlows,
  get: getRegistrationFlow,
  create: createRegistrationFlow,
  update: updateRegistrationFlow,
  remove: deleteRegistrationFlow,
} as const;

export function RegistrationFlowFormScreen() {
  const { account } = useSession();
  return (
    <RecordForm
      record={record}
      hasPage={false}
      blank={blank}
      beside={({ isActive }) => isActive && <StatusBadge tone="success">Active</StatusBadge>}
      actions={({ id }) => (
        <LinkButton to={`${list}/${id}/preview`} variant="default">
          Preview
        </LinkButton>
      )}
      deleteWarning={({ isActive }) =>
        isActive ? 'It is the active flow: customers cannot register until another one is active.' : undefined
      }
    >
      {(found) => (
        <>
          <FormSection title="Flow">
            <TextField name="name" label="Name" required autoFocus={!found} description="How your team calls it" />
            <SwitchField
              name="isActive"
              label="Active"
              description="Customers register with the active flow; turning this one on puts the other one aside"
            />
          </FormSection>
          <FormSection
            title="What customers see"
            description={account ? `For customers of ${account.name}` : undefined}
          >
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
        </>
      )}
    </RecordForm>
  );
}
