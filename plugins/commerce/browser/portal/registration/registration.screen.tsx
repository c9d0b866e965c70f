import { Button, Group, List, Stack, Text } from '@mantine/core';
import {
  addressLines,
  DateTimeText,
  FormDialog,
  LinkText,
  NoteField,
  Panel,
  RecordScreen,
  RecordSelect,
  TextField,
  toast,
  useEndpointMutation,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import {
  approveRegistration,
  approveRegistrationBody,
  declineRegistration,
  mergeRegistration,
  type RegistrationRequest,
  registrationStates,
  registrations,
} from '../../../contracts/index.ts';
import {
  customerSource,
  customerTypeSource,
  paymentTermSource,
  shippingTermSource,
} from '../../sources/record-sources.ts';
import { RegistrationStatusBadge } from './registration-status.tsx';

const reasonText = {
  name: 'the same name',
  postcode: 'the same postcode',
  email: 'the same email address',
  email_domain: 'the same email domain',
};
type Step = 'approve' | 'merge' | 'decline';

/** A customer's registration, with possible matches among existing customers and the three possible decisions. */
export function RegistrationScreen() {
  const { can } = useSession();
  const [step, setStep] = useState<Step | null>(null);
  const [into, setInto] = useState<string | null>(null);
  const canDecide = can('registration_requests:update');
  const merge = (customerID: string | null) => {
    setInto(customerID);
    setStep('merge');
  };
  return (
    <RecordScreen
      record={registrations}
      times={false}
      title={(request) => request.name}
      status={(request) => <RegistrationStatusBadge status={request.status} />}
      actions={(request) =>
        registrationStates.is.waiting(request.status.code) &&
        canDecide && (
          <>
            <Button variant="default" onClick={() => setStep('decline')}>
              Decline
            </Button>
            {can('customers:update') && (
              <Button variant="default" onClick={() => merge(null)}>
                Add to a customer
              </Button>
            )}
            {can('customers:create') && <Button onClick={() => setStep('approve')}>Approve</Button>}
          </>
        )
      }
      summary={(request) => [
        { label: 'Person', value: request.contactName },
        { label: 'Email', value: request.email },
        { label: 'Phone', value: request.phone },
        { label: 'Registered', value: <DateTimeText value={request.provenAt} /> },
      ]}
      facts={(request) => [
        { label: 'Website', value: request.website },
        { label: 'Says to be customer', value: request.number },
        { label: 'Customer type', value: request.customerGroup?.name },
        { label: 'Payment term', value: request.paymentTerm?.name },
        { label: 'Shipping term', value: request.shippingTerm?.name },
        {
          label: 'Became',
          value: request.customer && (
            <LinkText to={`/dashboard/customers/${request.customer.id}`}>
              {request.customer.number} {request.customer.name}
            </LinkText>
          ),
        },
        { label: 'Decided by', value: request.decidedBy },
        { label: 'Decided', value: request.decidedAt && <DateTimeText value={request.decidedAt} /> },
      ]}
      tabs={[
        {
          id: 'said',
          label: 'What they say',
          render: (request) => (
            <Stack>
              <Text style={{ whiteSpace: 'pre-wrap' }}>{request.note ?? 'Nothing beside the form.'}</Text>
              {request.decisionNote && <Panel title="Why it was decided so">{request.decisionNote}</Panel>}
            </Stack>
          ),
        },
      ]}
      aside={(request) => (
        <>
          {request.duplicates.length > 0 && (
            <Panel title="May be the same">
              <List listStyleType="none" spacing="sm">
                {request.duplicates.map(({ id, number, name, reasons }) => (
                  <List.Item key={id}>
                    <Group justify="space-between" wrap="nowrap">
                      <div>
                        <LinkText to={`/dashboard/customers/${id}`}>
                          {number} {name}
                        </LinkText>
                        <Text size="xs" c="dimmed">
                          {reasons.map((reason) => reasonText[reason]).join(', ')}
                        </Text>
                      </div>
                      {canDecide && can('customers:update') && (
                        <Button size="compact-sm" variant="default" onClick={() => merge(id)}>
                          Add here
                        </Button>
                      )}
                    </Group>
                  </List.Item>
                ))}
              </List>
            </Panel>
          )}
          <Panel title="Address">
            {request.address ? addressLines(request.address).map((line) => <div key={line}>{line}</div>) : 'None given'}
          </Panel>
        </>
      )}
    >
      {(request) => step && <Decision request={request} step={step} customerID={into} onClose={() => setStep(null)} />}
    </RecordScreen>
  );
}

function Decision(props: { request: RegistrationRequest; step: Step; customerID: string | null; onClose(): void }) {
  const { request, step, customerID, onClose } = props;
  const approve = useEndpointMutation(approveRegistration);
  const merge = useEndpointMutation(mergeRegistration);
  const decline = useEndpointMutation(declineRegistration);
  const params = { registrationRequestID: request.id };
  const { version } = request;
  if (step === 'approve')
    return (
      <FormDialog
        opened
        onClose={onClose}
        title={`Let ${request.name} in?`}
        schema={approveRegistrationBody}
        values={{
          name: request.name,
          number: null,
          customerGroupID: request.customerGroup?.id ?? null,
          paymentTermID: request.paymentTerm?.id ?? null,
          shippingTermID: request.shippingTerm?.id ?? null,
        }}
        saveLabel="Approve"
        onSave={async (body) => {
          await approve.mutateAsync({ params, body: { ...body, version } });
          toast.success(`${request.contactName} was invited`);
          onClose();
        }}
      >
        <TextField name="name" label="Company" required autoFocus />
        <TextField name="number" label="Customer number" description="Empty takes the next one" />
        <RecordSelect name="customerGroupID" label="Customer type" source={customerTypeSource} clearable />
        <RecordSelect name="paymentTermID" label="Payment term" source={paymentTermSource} clearable />
        <RecordSelect name="shippingTermID" label="Shipping term" source={shippingTermSource} clearable />
      </FormDialog>
    );
  if (step === 'merge')
    return (
      <FormDialog
        opened
        onClose={onClose}
        title={`Add ${request.contactName} to a customer?`}
        schema={mergeRegistration.body!}
        values={{ customerID: customerID ?? '' }}
        saveLabel="Add"
        onSave={async (body) => {
          await merge.mutateAsync({ params, body: { ...body, version } });
          toast.success(`${request.contactName} was invited`);
          onClose();
        }}
      >
        <RecordSelect name="customerID" label="Customer" source={customerSource} required />
      </FormDialog>
    );
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Decline ${request.name}?`}
      schema={declineRegistration.body!}
      values={{ message: null, note: null }}
      saveLabel="Decline"
      onSave={async (body) => {
        await decline.mutateAsync({ params, body: { ...body, version } });
        toast.success(`${request.name} was declined`);
        onClose();
      }}
    >
      <NoteField name="message" label="Message" description="Mailed to them; empty sends no mail" />
      <NoteField name="note" label="Note for your team" />
    </FormDialog>
  );
}
