import { Group } from '@mantine/core';
import { ErrorState, LinkText, LoadingState, StatusBadge, useEndpoint } from '@millwright/core/browser';
import { listSecurityMembers, secondFactorStandings } from '../../../../core/contracts/sign-in/security.contract.ts';
import { standings } from './standings.ts';

/** Number of people per second factor status, each with a link to the people. */
export function PeopleSummary() {
  return (
    <Group gap="lg">
      {secondFactorStandings.map((standing) => (
        <Count key={standing} standing={standing} />
      ))}
    </Group>
  );
}

function Count({ standing }: { standing: (typeof secondFactorStandings)[number] }) {
  const people = useEndpoint(listSecurityMembers, { query: { secondFactor: standing, take: 1 } });
  const { label, tone } = standings[standing];
  if (people.error) return <ErrorState error={people.error} onRetry={() => void people.refetch()} what="people" />;
  if (!people.data) return <LoadingState lines={1} />;
  return (
    <LinkText to={`/dashboard/account/security/people?secondFactor=${standing}`}>
      <StatusBadge tone={people.data.count ? tone : 'neutral'}>
        {people.data.count} {label.toLowerCase()}
      </StatusBadge>
    </LinkText>
  );
}
