import { Button } from '@mantine/core';
import {
  DateTimeText,
  DetailScreen,
  useDelete,
  useEndpointMutation,
  useRecord,
  useSession,
} from '@millwright/core/browser';
import { useState } from 'react';
import { deleteProductGroup, getProductGroup } from '../../../contracts/index.ts';
import { RecordNotes } from '../item/record-notes.tsx';
import { GroupProducts } from './group-products.tsx';
import { GroupVariations } from './group-variations.tsx';
import { VariationDialog } from './variation-dialog.tsx';

export function ProductGroupScreen() {
  const session = useSession();
  const { id, params, query: group } = useRecord(getProductGroup);
  const remove = useEndpointMutation(deleteProductGroup);
  const askAndDelete = useDelete('product group', '/dashboard/product-groups');
  const [isOpen, setOpen] = useState(false);
  return (
    <DetailScreen
      query={group}
      what="product group"
      list={{ name: 'product-groups', href: '/dashboard/product-groups', label: 'product groups' }}
      record={{ type: 'product_group', id }}
      title={({ name }) => name}
      editHref={({ id }) => (session.can('product_groups:update') ? `/dashboard/product-groups/${id}/edit` : undefined)}
      actions={() =>
        session.can('products:create') &&
        session.can('categories:read') && <Button onClick={() => setOpen(true)}>Create variations</Button>
      }
      menu={({ name }) => [
        session.can('product_groups:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () =>
            void askAndDelete(name, () => remove.mutateAsync({ params }), 'Its products stay, in no group.'),
        },
      ]}
      summary={(data) => [
        { label: 'Differ in', value: data.properties.map(({ name }) => name).join(', ') },
        { label: 'Products', value: data.productCount },
        { label: 'Variations', value: data.variationCount },
      ]}
      tabs={[
        {
          id: 'products',
          label: 'Products',
          isHidden: () => !session.can('products:read'),
          render: (data) => <GroupProducts group={data} />,
        },
        {
          id: 'variations',
          label: 'Variations',
          render: (data) => <GroupVariations key={data.id} group={data} />,
        },
        { id: 'notes', label: 'Notes', render: ({ notes }) => <RecordNotes notes={notes} /> },
      ]}
      facts={(data) => [
        { label: 'Created', value: <DateTimeText value={data.createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={data.updatedAt} relative /> },
      ]}
    >
      {(data) => isOpen && <VariationDialog group={data} onClose={() => setOpen(false)} />}
    </DetailScreen>
  );
}
