import { Alert, Box, Button, Group, Select } from '@mantine/core';
import {
  Branded,
  EmptyState,
  ErrorState,
  Icon,
  LoadingState,
  PageHeader,
  useEndpoint,
  useScreenTitle,
  useSession,
} from '@millwright/core/browser';
import type { ReactNode } from 'react';
import { getPortalProfile, type PortalProfile } from '../../../contracts/index.ts';
import { portalVisit, useVisited } from './portal-visit.ts';

/** Frame of a portal screen: title, branding and notices. */
export function PortalFrame(props: {
  title: string;
  actions?: ReactNode;
  back?: { href: string; label: string };
  children(portal: { profile: PortalProfile; asCustomer: { asCustomerID?: string } }): ReactNode;
}) {
  const { title, actions, back, children } = props;
  useScreenTitle(title);
  const { can } = useSession();
  const asCustomer = useVisited();
  const profile = useEndpoint(getPortalProfile, { query: asCustomer });
  const brand = profile.data && <Brand profile={profile.data} />;
  const head = <PageHeader title={title} beside={brand} {...(back ? { back } : {})} actions={actions} />;
  if (profile.error?.code === 'no_portal_customer')
    return (
      <>
        {head}
        <EmptyState
          title="Choose a customer first"
          text={
            can('customers:read')
              ? 'Open a customer and choose “Look at the portal” in its menu: you then see what that customer sees.'
              : 'The portal is for the people of a customer.'
          }
          icon="building"
        />
      </>
    );
  if (profile.error) return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} what="portal" />;
  if (!profile.data) return <LoadingState />;
  return (
    <Branded accentColor={profile.data.account.accentColor}>
      {head}
      <Box px={20} pb="xl">
        <PortalNotices profile={profile.data} />
        {children({ profile: profile.data, asCustomer })}
      </Box>
    </Branded>
  );
}

const Brand = ({ profile: { account } }: { profile: PortalProfile }) =>
  account.logoUrl && <img src={account.logoUrl} alt={account.name} style={{ maxHeight: 28, maxWidth: 160 }} />;

/** Select for the portals of the customer itself and of its child customers, which are read-only. */
function Family({ profile: { family, customer } }: { profile: PortalProfile }) {
  const [own] = family;
  if (!own) return null;
  return (
    <Select
      label="Portal of"
      mb="md"
      maw={360}
      allowDeselect={false}
      data={family.map(({ id, name, number }) => ({ value: id, label: `${name} (${number})` }))}
      value={customer.id}
      onChange={(id) => portalVisit.look(id === own.id ? null : id)}
    />
  );
}

/** Notices about read-only visits and about a hold on orders. */
export function PortalNotices({ profile }: { profile: PortalProfile }) {
  const { customer, isOnHold, isVisit, account, family } = profile;
  return (
    <>
      <Family profile={profile} />
      {isVisit && (
        <Alert color="blue" mb="md" icon={<Icon name="info" />} title={`You see what ${customer.name} sees`}>
          <Group justify="space-between">
            <span>Nothing can be ordered or changed from here.</span>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => (family.length ? portalVisit.look(null) : portalVisit.end(customer.id))}
            >
              Leave the portal
            </Button>
          </Group>
        </Alert>
      )}
      {isOnHold && (
        <Alert color="orange" mb="md" icon={<Icon name="alert" />} title="Orders are on hold">
          Nothing can be ordered at the moment. Please talk to {account.name}.
        </Alert>
      )}
    </>
  );
}

/** The same notices above a list, which has its own header. */
export function ListNotices() {
  const profile = useEndpoint(getPortalProfile, { query: useVisited() });
  return profile.data ? (
    <Box px={20}>
      <PortalNotices profile={profile.data} />
    </Box>
  ) : null;
}
