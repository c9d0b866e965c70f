import {
  analyzeInventoryReceipts,
  analyzeMaterials,
  type InventoryReceiptsAnswer,
  type MaterialsAnswer,
} from '../figures/material.contract.ts';
import { defineReport, pointsOf } from './report.ts';

const path = '/dashboard/material-analytics';

/** Material requirements. */
export const materialsReport = defineReport({
  name: 'materials',
  title: 'Materials',
  path,
  endpoint: analyzeMaterials,
  filters: ['salesOrderIDs', 'supplierIDs'],
  hasPeriod: false,
  view: ({ onHandValue, usedValue, needCount, materialCount, materials }: MaterialsAnswer) => ({
    figures: [
      {
        name: 'need',
        label: 'Needed',
        kind: 'count',
        value: needCount,
        better: 'less',
        definition:
          'Materials with less on hand than is wanted, or with less than their order point and not more ' +
          'than is wanted.',
      },
      {
        name: 'onHand',
        label: 'On hand',
        kind: 'money',
        value: onHandValue,
        definition: 'What the stock of materials cost, the oldest first.',
      },
      {
        name: 'used',
        label: 'Used in 30 days',
        kind: 'money',
        value: usedValue,
        definition: 'What left for production or customers in the last 30 days, at what it cost.',
      },
      {
        name: 'materials',
        label: 'Materials',
        kind: 'count',
        value: materialCount,
        definition: 'Materials that the filters leave over.',
      },
    ],
    charts: [
      {
        name: 'value',
        label: 'Value on hand, the largest',
        kind: 'money',
        shape: 'bar',
        definition: 'The twelve materials whose stock cost most.',
        points: [...materials]
          .sort((one, other) => other.onHandValue - one.onHandValue)
          .slice(0, 12)
          .map(({ sku, onHandValue: value }) => ({ label: sku, value })),
      },
    ],
    table: {
      columns: [
        { name: 'sku', label: 'SKU', kind: 'text' },
        { name: 'description', label: 'Description', kind: 'text' },
        { name: 'need', label: 'Need', kind: 'quantity' },
        { name: 'demand', label: 'Demand', kind: 'quantity' },
        { name: 'onHand', label: 'On hand', kind: 'quantity' },
        { name: 'expected', label: 'Expected', kind: 'quantity' },
        { name: 'orderPoint', label: 'Order point', kind: 'quantity' },
        { name: 'used', label: 'Used in 30 days', kind: 'quantity' },
        { name: 'daysLeft', label: 'Lasts', kind: 'days' },
        { name: 'unit', label: 'Unit', kind: 'text' },
        { name: 'value', label: 'Value', kind: 'money' },
        { name: 'suppliers', label: 'Suppliers', kind: 'text' },
      ],
      rows: materials.map(({ itemID, suppliers, onHandValue: value, ...cells }) => ({
        id: itemID,
        cells: { ...cells, value, suppliers: suppliers.join(', ') },
        record: { type: 'material', id: itemID },
      })),
      totals: { value: onHandValue },
    },
  }),
});

/** Receipts of stock. */
export const inventoryReceiptsReport = defineReport({
  name: 'inventory-receipts',
  title: 'Receipts',
  path: `${path}?report=inventory-receipts`,
  endpoint: analyzeInventoryReceipts,
  filters: ['itemIDs', 'storageLocationIDs', 'lotIDs'],
  hasPeriod: true,
  view: ({ value, receiptCount, trend, items }: InventoryReceiptsAnswer) => ({
    figures: [
      {
        name: 'value',
        label: 'Received',
        kind: 'money',
        value,
        drill: { figure: 'receipts' },
        definition: 'What the stock that came in cost, bought or made. Stock that only moved is not counted.',
      },
      {
        name: 'receipts',
        label: 'Receipts',
        kind: 'count',
        value: receiptCount,
        drill: { figure: 'receipts' },
        definition: 'Receipts, one for each item, lot and place.',
      },
    ],
    charts: [
      {
        name: 'received',
        label: 'Received',
        kind: 'money',
        shape: 'bar',
        points: pointsOf(trend),
        definition: 'What the stock cost by the day that it came in.',
        drill: { figure: 'receipts' },
      },
    ],
    table: {
      columns: [
        { name: 'sku', label: 'SKU', kind: 'text' },
        { name: 'description', label: 'Description', kind: 'text' },
        { name: 'quantity', label: 'Quantity', kind: 'quantity' },
        { name: 'unit', label: 'Unit', kind: 'text' },
        { name: 'receipts', label: 'Receipts', kind: 'count' },
        { name: 'value', label: 'Value', kind: 'money' },
      ],
      rows: items.map(({ itemID, receiptCount: receipts, ...cells }) => ({
        id: itemID ?? 'rest',
        cells: { ...cells, receipts },
        ...(itemID ? { drill: { figure: 'receipts' as const, itemIDs: [itemID] } } : {}),
      })),
      totals: { value, receipts: receiptCount },
    },
  }),
});
