import { Alert } from '@mantine/core';
import { LinkButton, PendingState, toast, useEndpoint, useSession } from '@millwright/core/browser';
import { useParams } from 'react-router';
import { previewRegistrationFlow } from '../../../../core/contracts/accounts/registration-flow.contract.ts';
import { Card } from '../../../layout/small-form.tsx';
import { RegistrationForm } from './registration-form.tsx';

/** Preview of a flow as customers see it; nothing is sent. */
export function RegistrationFlowPreviewScreen() {
  const { registrationFlowID = '' } = useParams();
  const { account } = useSession();
  const flow = useEndpoint(previewRegistrationFlow, { params: { registrationFlowID } });
  if (!flow.data) return <PendingState query={flow} what="registration flow" />;
  const href = `/dashboard/customer-registration-flows/${registrationFlowID}`;
  return (
    <>
      <Alert color="blue" title="A preview">
        This is what customers see at /register-customer?account={account?.slug} once the flow is active. Nothing is
        sent from here. <LinkButton to={href}>Back to the flow</LinkButton>
      </Alert>
      <Card title={flow.data.title} text={flow.data.message}>
        <RegistrationForm
          flow={flow.data}
          accountSlug={account?.slug ?? ''}
          onSave={async () => toast.success('All is filled in as the flow asks')}
        />
      </Card>
    </>
  );
}
