import { Button } from '@mantine/core';
import { noteTab, RecordScreen, useSession } from '@millwright/core/browser';
import { useState } from 'react';
import { productGroups } from '../../../contracts/index.ts';
import { GroupProducts } from './group-products.tsx';
import { GroupVariations } from './variations/group-variations.tsx';
import { VariationDialog } from './variations/variation-dialog.tsx';

export function ProductGroupScreen() {
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <RecordScreen
      record={productGroups}
      deletion={() => ({ warning: 'Its products stay, in no group.' })}
      actions={() =>
        session.can('products:create') &&
        session.can('categories:read') && <Button onClick={() => setOpen(true)}>Create variations</Button>
      }
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
        noteTab('notes', 'Notes'),
      ]}
    >
      {(data) => isOpen && <VariationDialog group={data} onClose={() => setOpen(false)} />}
    </RecordScreen>
  );
}
