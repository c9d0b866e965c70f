import { Group, Stack } from '@mantine/core';
import {
  EmptyState,
  ErrorState,
  LinkButton,
  LoadingState,
  PageHeader,
  Panel,
  RecordPicker,
  useEndpoint,
  useScreenTitle,
} from '@millwright/core/browser';
import { getProductGroup, listProductGroups } from '../../../../contracts/index.ts';
import { productGroupSource } from '../../item/item-sources.ts';
import { GroupVariations } from './group-variations.tsx';

const title = 'Product variations';

/** The grid of one group, with a choice of another group; without an id it shows the first group by name. */
export function VariationGridOfGroup(props: { productGroupID: string; onPick(productGroupID: string): void }) {
  useScreenTitle(title);
  const first = useEndpoint(
    listProductGroups,
    { query: { take: 1, sortBy: 'name', sortOrder: 'asc' } },
    { enabled: props.productGroupID === '' },
  );
  const productGroupID = props.productGroupID || (first.data?.items[0]?.id ?? '');
  const group = useEndpoint(getProductGroup, { params: { productGroupID } }, { enabled: productGroupID !== '' });
  const query = productGroupID ? group : first;
  const content = () => {
    if (group.data)
      return (
        <Panel>
          <GroupVariations key={group.data.id} group={group.data} />
        </Panel>
      );
    if (query.error)
      return <ErrorState error={query.error} onRetry={() => void query.refetch()} what="product group" />;
    if (query.isPending) return <LoadingState lines={8} />;
    return (
      <EmptyState
        title="No product groups yet"
        text="A product group gathers products that are one thing in several variations."
        icon="layers"
        action={{ label: 'Product groups', href: '/dashboard/product-groups' }}
      />
    );
  };
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <LinkButton variant="default" to="/dashboard/product-variations">
            List of all groups
          </LinkButton>
        }
      />
      <Stack gap="md" p="md">
        <Group gap="sm">
          <RecordPicker
            label="Product group"
            w={320}
            maw="100%"
            source={productGroupSource}
            value={productGroupID || null}
            onPick={(id) => id && props.onPick(id)}
          />
        </Group>
        {content()}
      </Stack>
    </>
  );
}
