import { Facts, LinkText, Money, Panel, useEndpoint } from '@millwright/core/browser';
import type { EndpointRequest } from '@millwright/core/contracts';
import { listMargins, type MarginRow } from '../../../contracts/index.ts';

export const marginPercent = ({ percentage }: Pick<MarginRow, 'percentage'>): string =>
  percentage === null ? '–' : `${percentage}%`;

/** Margin of invoices, for people with the right to see costs; empty before the first invoice. */
export function MarginPanel({
  of,
  title,
}: {
  of: Partial<EndpointRequest<typeof listMargins>['query']>;
  title: string;
}) {
  const { data } = useEndpoint(listMargins, { query: { take: 1, ...of } });
  if (!data?.count) return null;
  const { totals } = data;
  return (
    <Panel
      title={title}
      actions={
        of.customerIDs && (
          <LinkText to={`/dashboard/margins?groupBy=order&customerIDs=${of.customerIDs.join()}`} size="sm">
            By order
          </LinkText>
        )
      }
    >
      <Facts
        facts={[
          { label: 'Invoiced', value: <Money value={totals.revenue} /> },
          { label: 'Cost', value: <Money value={totals.cost} /> },
          {
            label: 'Margin',
            value: (
              <>
                <Money value={totals.margin} /> ({marginPercent(totals)})
              </>
            ),
          },
        ]}
      />
    </Panel>
  );
}
