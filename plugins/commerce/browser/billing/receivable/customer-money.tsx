import { Facts, LinkText, Money, Panel, useEndpoint } from '@millwright/core/browser';
import { agingBuckets, getAccountReceivables } from '../../../contracts/index.ts';

/** A customer's open and overdue amounts, and unused credits. */
export function CustomerMoney({ customerID }: { customerID: string }) {
  const { data } = useEndpoint(getAccountReceivables, { params: { accountID: customerID }, query: {} });
  if (!data) return null;
  const oldest = agingBuckets.filter(({ name, to }) => to !== 30 && data[name] !== 0);
  return (
    <Panel
      title="Money"
      actions={
        <LinkText to={`/dashboard/accounts-receivable/${customerID}`} size="sm">
          Account
        </LinkText>
      }
    >
      <Facts
        facts={[
          { label: 'Open', value: <Money value={data.total} /> },
          { label: 'Overdue', value: data.overdue !== 0 && <Money value={data.overdue} /> },
          ...oldest.map(({ name, label }) => ({ label: `${label} days`, value: <Money value={data[name]} /> })),
          { label: 'Unused credits', value: data.credits !== 0 && <Money value={data.credits} /> },
          { label: 'Balance', value: <Money value={data.balance} /> },
        ]}
      />
    </Panel>
  );
}
