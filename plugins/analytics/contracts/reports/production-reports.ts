import {
  analyzeManufacturing,
  analyzeOpenBatches,
  analyzeProductionCosts,
  analyzeProductionEfficiency,
  type ManufacturingAnswer,
  type ManufacturingType,
  type OpenBatchesAnswer,
  type ProductionCostsAnswer,
  type ProductionEfficiencyAnswer,
} from '../figures/production.contract.ts';
import { defineReport, type FigureKind, pointsOf } from './report.ts';

const filters = ['itemIDs', 'productLineIDs'] as const;

/** Open batches. */
export const openBatchesReport = defineReport({
  name: 'open-batches',
  title: 'Open batches',
  path: '/dashboard/open-batches',
  endpoint: analyzeOpenBatches,
  filters,
  needsProduction: true,
  hasPeriod: false,
  view: ({ batchCount, value, rows }: OpenBatchesAnswer) => ({
    figures: [
      {
        name: 'batches',
        label: 'Open batches',
        kind: 'count',
        value: batchCount,
        drill: { figure: 'openBatches' },
        definition: 'Batches that were started and are not closed.',
      },
      {
        name: 'value',
        label: 'Work in process',
        kind: 'money',
        value,
        drill: { figure: 'openBatches' },
        definition: 'Materials, labour and overhead that went into open batches so far.',
      },
    ],
    charts: [
      {
        name: 'stations',
        label: 'Work in process by station',
        kind: 'money',
        shape: 'bar',
        definition: 'Value of open batches by the station that scanned them last, the twelve largest.',
        points: [...Map.groupBy(rows, ({ stationName }) => stationName || 'No station')]
          .map(([label, own]) => ({
            label,
            value: Math.round(own.reduce((sum, row) => sum + row.value, 0) * 100) / 100,
          }))
          .sort((one, other) => other.value - one.value)
          .slice(0, 12),
      },
    ],
    table: {
      columns: [
        { name: 'item', label: 'Item', kind: 'text' },
        { name: 'department', label: 'Department', kind: 'text' },
        { name: 'station', label: 'Station', kind: 'text' },
        { name: 'batches', label: 'Batches', kind: 'count' },
        { name: 'count', label: 'Quantity', kind: 'quantity' },
        { name: 'unit', label: 'Unit', kind: 'text' },
        { name: 'value', label: 'Value', kind: 'money' },
      ],
      rows: rows.map((row) => ({
        id: `${row.itemID} ${row.scanningStationID ?? ''}`,
        cells: {
          item: row.itemName,
          department: row.departmentName,
          station: row.stationName,
          batches: row.batchCount,
          count: row.count,
          unit: row.unit,
          value: row.value,
        },
        drill: { figure: 'openBatches', itemIDs: [row.itemID] },
      })),
      totals: { batches: batchCount, value },
    },
  }),
});

const costDefinition =
  'Materials that steps used up, labour and overhead of the work that was completed, by the day of the ' +
  'scan. Scans that were taken back are not counted.';

/** Costs of production. */
export const productionCostsReport = defineReport({
  name: 'production-costs',
  title: 'Production costs',
  path: '/dashboard/production-costs',
  endpoint: analyzeProductionCosts,
  filters,
  needsProduction: true,
  hasPeriod: true,
  view: ({ total, materials, labor, overhead, trend, items }: ProductionCostsAnswer) => ({
    figures: [
      {
        name: 'total',
        label: 'Production costs',
        kind: 'money',
        value: total,
        better: 'less',
        definition: costDefinition,
        drill: { figure: 'productionCosts' },
      },
      {
        name: 'materials',
        label: 'Materials',
        kind: 'money',
        value: materials,
        definition: 'What the materials cost that steps used up, the oldest stock first.',
      },
      {
        name: 'labor',
        label: 'Labour',
        kind: 'money',
        value: labor,
        definition: 'Labour time of the step with its factor, times the labour rate, for all that was completed.',
      },
      {
        name: 'overhead',
        label: 'Overhead',
        kind: 'money',
        value: overhead,
        definition: 'Labour time of the step with its factor, times the overhead rate, for all that was completed.',
      },
    ],
    charts: [
      {
        name: 'costs',
        label: 'Production costs',
        kind: 'money',
        shape: 'bar',
        points: pointsOf(trend),
        definition: costDefinition,
        drill: { figure: 'productionCosts' },
      },
    ],
    table: {
      columns: [
        { name: 'sku', label: 'SKU', kind: 'text' },
        { name: 'description', label: 'Description', kind: 'text' },
        { name: 'firsts', label: 'Firsts', kind: 'quantity' },
        { name: 'unit', label: 'Unit', kind: 'text' },
        { name: 'materials', label: 'Materials', kind: 'money' },
        { name: 'labor', label: 'Labour', kind: 'money' },
        { name: 'overhead', label: 'Overhead', kind: 'money' },
        { name: 'unitCost', label: 'Per unit', kind: 'money' },
        { name: 'total', label: 'Total', kind: 'money' },
      ],
      rows: items.map(({ itemID, ...cells }) => ({
        id: itemID,
        cells,
        drill: { figure: 'productionCosts' as const, itemIDs: [itemID] },
      })),
      totals: { materials, labor, overhead, total },
    },
  }),
});

const efficiencyDefinition =
  'Standard time of the firsts (labour time of the step times its factor, as the step says now) divided ' +
  'by the time between the scans of their batches.';

/** Standard time compared with actual time. */
export const productionEfficiencyReport = defineReport({
  name: 'production-efficiency',
  title: 'Production efficiency',
  path: '/dashboard/production-efficiency',
  endpoint: analyzeProductionEfficiency,
  filters,
  needsProduction: true,
  hasPeriod: true,
  view: ({ efficiency, standardHours, actualHours, trend, steps }: ProductionEfficiencyAnswer) => ({
    figures: [
      {
        name: 'efficiency',
        label: 'Efficiency',
        kind: 'percent',
        value: efficiency,
        better: 'more',
        definition: efficiencyDefinition,
        drill: { figure: 'productionCosts' },
      },
      {
        name: 'standard',
        label: 'Standard hours',
        kind: 'hours',
        value: standardHours,
        definition: 'Labour time of the step times its factor, for the firsts that completed it.',
      },
      {
        name: 'actual',
        label: 'Real hours',
        kind: 'hours',
        value: actualHours,
        definition: 'From the scan of a batch before to the scan that completed the step.',
      },
    ],
    charts: [
      {
        name: 'efficiency',
        label: 'Efficiency',
        kind: 'percent',
        shape: 'line',
        points: pointsOf(trend),
        definition: efficiencyDefinition,
        drill: { figure: 'productionCosts' },
      },
    ],
    table: {
      columns: [
        { name: 'step', label: 'Step', kind: 'text' },
        { name: 'department', label: 'Department', kind: 'text' },
        { name: 'sku', label: 'SKU', kind: 'text' },
        { name: 'scans', label: 'Scans', kind: 'count' },
        { name: 'firsts', label: 'Firsts', kind: 'quantity' },
        { name: 'unit', label: 'Unit', kind: 'text' },
        { name: 'standard', label: 'Standard', kind: 'hours' },
        { name: 'actual', label: 'Real', kind: 'hours' },
        { name: 'efficiency', label: 'Efficiency', kind: 'percent' },
      ],
      rows: steps.map((row) => ({
        id: `${row.stepID} ${row.departmentName}`,
        cells: {
          step: row.stepName,
          department: row.departmentName,
          sku: row.sku,
          scans: row.scanCount,
          firsts: row.firsts,
          unit: row.unit,
          standard: row.standardHours,
          actual: row.actualHours,
          efficiency: row.efficiency,
        },
      })),
      totals: { standard: standardHours, actual: actualHours },
    },
  }),
});

/** The figures of production, each as a report. */
export const manufacturingFigures: Readonly<
  Record<ManufacturingType, { label: string; kind: FigureKind; definition: string; better?: 'more' | 'less' }>
> = {
  batches: {
    label: 'Batches',
    kind: 'count',
    better: 'more',
    definition: 'Batches that were closed with goods in them.',
  },
  firsts: {
    label: 'Firsts',
    kind: 'quantity',
    better: 'more',
    definition: 'What went into stock as firsts, in default units.',
  },
  seconds: {
    label: 'Seconds',
    kind: 'quantity',
    better: 'less',
    definition: 'What was counted off as second quality.',
  },
  waste: {
    label: 'Waste',
    kind: 'quantity',
    better: 'less',
    definition: 'What was counted off as waste, or given up.',
  },
  yield: {
    label: 'Yield',
    kind: 'percent',
    better: 'more',
    definition: 'Firsts, divided by firsts, seconds and waste together.',
  },
  labourHours: {
    label: 'Labour hours',
    kind: 'hours',
    definition: 'Standard hours of the work that was completed: labour time of the step times its factor.',
  },
  cost: { label: 'Cost', kind: 'money', better: 'less', definition: costDefinition },
};

export const manufacturingReport = defineReport({
  name: 'manufacturing',
  title: 'Manufacturing',
  path: '/dashboard/manufacturing-analytics',
  endpoint: analyzeManufacturing,
  filters: [],
  needsProduction: true,
  hasPeriod: true,
  hasType: true,
  view: ({ type, value, trend }: ManufacturingAnswer) => {
    const { label, kind, definition, better } = manufacturingFigures[type];
    const points = pointsOf(trend);
    return {
      figures: [{ name: type, label, kind, value, definition, ...(better ? { better } : {}) }],
      charts: [{ name: type, label, kind, definition, points, shape: type === 'yield' ? 'line' : 'bar' }],
      table: {
        columns: [
          { name: 'from', label: 'From', kind: 'date' },
          { name: 'to', label: 'To', kind: 'date' },
          { name: 'value', label, kind },
        ],
        rows: points.map(({ startDate = '', endDate = '', value: cell }) => ({
          id: startDate,
          cells: { from: startDate, to: endDate, value: cell },
        })),
      },
    };
  },
});
