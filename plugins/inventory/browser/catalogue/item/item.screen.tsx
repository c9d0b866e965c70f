import { Button } from '@mantine/core';
import {
  type BrowserSession,
  type Fact,
  Icon,
  noteTab,
  Quantity,
  RecordScreen,
  recordFacts,
  Slot,
  useEndpoint,
  useSession,
  useShortcut,
} from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type Item, listedItemFields, productOnlyFields } from '../../../contracts/index.ts';
import { itemPanels, productPanels } from '../product/product-panels.ts';
import { ProductState, percentText, productTypeName, Rate } from '../product/product-text.tsx';
import { AttributeBadge } from './form/attribute-badge.tsx';
import classes from './item.module.css';
import { type ItemKind, useItemKind } from './item-kinds.ts';
import { ItemUnits } from './item-units.tsx';
import { CostPanel } from './panels/cost-panel.tsx';
import { ExpectedPanel } from './panels/expected-panel.tsx';
import { MovementPanel } from './panels/movement-panel.tsx';
import { PromisePanel } from './panels/promise-panel.tsx';
import { StockPanel } from './panels/stock-panel.tsx';
import { TrendPanel } from './panels/trend-panel.tsx';
import { UsedPanel } from './panels/used-panel.tsx';
import { CountDialog, MoveStockDialog, ReceiveDialog, RevalueDialog, type StockPlace } from './stock/stock-dialogs.tsx';

function factsOf(item: Item, { isPortal }: BrowserSession): Fact[] {
  const { productLine } = item;
  const isProduct = item.type === 'product';
  return [
    ...(isProduct
      ? [
          { label: 'Type', value: item.productType && productTypeName(item.productType) },
          ...recordFacts(productOnlyFields, item),
          ...(isPortal
            ? []
            : [{ label: 'Commission', value: productLine && (productLine.isCommissionExempt ? 'Exempt' : 'Earned') }]),
          { label: 'Freight', value: productLine && (productLine.isFreightExempt ? 'Exempt' : 'Charged') },
        ]
      : []),
    ...recordFacts(listedItemFields.only('category'), item),
    ...item.attributes.map((attribute) => ({
      label: attribute.property.name,
      value: <AttributeBadge attribute={attribute} />,
    })),
    { label: 'Unit group', value: item.unitGroup.name },
    { label: 'Default unit', value: item.defaultUnit.name },
    ...(isPortal
      ? []
      : [
          { label: 'Order point', value: item.orderPoint && <Quantity value={item.orderPoint} /> },
          { label: 'Lead time', value: item.leadTime && <Quantity value={item.leadTime} /> },
          {
            label: 'Burn rate, last 30 days',
            value: item.burnRate && (
              <Quantity value={item.burnRate.value} unit={`${item.burnRate.unit} a ${item.burnRate.perUnit}`} />
            ),
          },
        ]),
    // References are shown above, and notes have their own tab.
    ...recordFacts(listedItemFields.without('productLine', 'productGroup', 'category'), item),
  ];
}

const summaryOf = (item: Item): Fact[] => [
  { label: 'Description', value: item.description },
  ...(item.type === 'product' ? [{ label: 'Price', value: <Rate rate={item.unitValue} /> }] : []),
  ...(item.unitCost ? [{ label: 'Cost', value: <Rate rate={item.unitCost} /> }] : []),
  ...(item.type === 'product' && item.unitCost ? [{ label: 'Margin', value: percentText(item.margin) }] : []),
  ...(item.onHand ? [{ label: 'On hand', value: <Quantity value={item.onHand} /> }] : []),
  ...(item.closed && item.closed.measure > 0
    ? [{ label: 'In closed places', value: <Quantity value={item.closed} /> }]
    : []),
  ...(item.reserved ? [{ label: 'Reserved', value: <Quantity value={item.reserved} /> }] : []),
  ...(item.availableToPromise ? [{ label: 'Available', value: <Quantity value={item.availableToPromise} /> }] : []),
  ...(item.short && item.short.measure > 0
    ? [
        {
          label: 'Short',
          value: (
            <span className={classes['bad']}>
              <Quantity value={item.short} />
            </span>
          ),
        },
      ]
    : []),
];

function ItemDetail({ kind, itemID }: { kind: ItemKind; itemID: string }) {
  const session = useSession();
  const navigate = useNavigate();
  const query = useEndpoint(kind.get, { params: { itemID } });
  const [dialog, setDialog] = useState<'count' | 'receive' | 'move' | 'revalue' | null>(null);
  const [place, setPlace] = useState<StockPlace | null>(null);
  const seesStock = session.can('inventory:read') && !session.isPortal;
  const changesStock = seesStock && session.can('inventory:update');
  const open = (which: typeof dialog, at: StockPlace | null = null) => {
    setPlace(at);
    setDialog(which);
  };
  const enabled = changesStock && query.data !== undefined && dialog === null;
  useShortcut('r', () => open('receive'), { label: 'Receive stock', group: 'Record', enabled });
  useShortcut('n', () => open('count'), { label: 'Count stock', group: 'Record', enabled });
  useShortcut('m', () => open('move'), { label: 'Move stock', group: 'Record', enabled });
  const dialogProps = (which: typeof dialog, item: Item) => ({
    item,
    place,
    opened: dialog === which,
    onClose: () => setDialog(null),
  });

  return (
    <RecordScreen
      record={{ type: kind.type, words: [kind.one, kind.many], home: kind.href, get: kind.get, remove: kind.remove }}
      title={({ sku }) => sku}
      status={(item) => <ProductState product={item} />}
      actions={() =>
        changesStock && (
          <>
            <Button variant="default" onClick={() => open('count')}>
              Count
            </Button>
            <Button leftSection={<Icon name="plus" size={14} />} onClick={() => open('receive')}>
              Receive
            </Button>
          </>
        )
      }
      menu={(item) => [
        changesStock && { label: 'Move stock', icon: 'arrowRight', onClick: () => open('move') },
        changesStock && { label: 'Revalue', icon: 'edit', onClick: () => open('revalue') },
        session.canOpen('/dashboard/labels') && {
          label: 'Print labels',
          icon: 'printer',
          onClick: () => void navigate(`/dashboard/labels?type=item&ids=${item.id}`),
        },
      ]}
      summary={summaryOf}
      tabs={[
        {
          id: 'stock',
          label: 'Stock',
          isHidden: () => !seesStock,
          render: (item) => (
            <StockPanel item={item} onCount={(at) => open('count', at)} onMove={(at) => open('move', at)} />
          ),
        },
        {
          id: 'promises',
          label: 'Promises',
          isHidden: () => !seesStock,
          render: (item) => <PromisePanel item={item} />,
        },
        {
          id: 'expected',
          label: 'Expected',
          isHidden: () => !seesStock,
          render: (item) => <ExpectedPanel item={item} />,
        },
        {
          id: 'movements',
          label: 'Movements',
          isHidden: () => session.isPortal || !session.can('inventory_change_logs:read'),
          render: (item) => <MovementPanel item={item} />,
        },
        { id: 'costs', label: 'Costs', isHidden: () => !seesStock, render: (item) => <CostPanel item={item} /> },
        { id: 'trends', label: 'Trends', isHidden: () => !seesStock, render: (item) => <TrendPanel item={item} /> },
        {
          id: 'used',
          label: 'Where used',
          isHidden: () => session.isPortal || !session.can('items:read'),
          render: (item) => <UsedPanel item={item} />,
        },
        { id: 'units', label: 'Units', render: (item) => <ItemUnits item={item} /> },
        ...(session.isPortal ? [] : [noteTab('notes', 'Notes')]),
      ]}
      facts={(item) => factsOf(item, session)}
      aside={(item) => (
        <>
          {!session.isPortal && <Slot name={itemPanels} props={{ itemID: item.id }} />}
          {item.type === 'product' && <Slot name={productPanels} props={{ product: item }} />}
        </>
      )}
    >
      {(item) => (
        <>
          <CountDialog {...dialogProps('count', item)} />
          <ReceiveDialog {...dialogProps('receive', item)} />
          <MoveStockDialog {...dialogProps('move', item)} />
          <RevalueDialog {...dialogProps('revalue', item)} />
        </>
      )}
    </RecordScreen>
  );
}

export function ItemScreen() {
  const { itemID = '' } = useParams();
  const kind = useItemKind();
  return <ItemDetail key={`${kind.code} ${itemID}`} kind={kind} itemID={itemID} />;
}
