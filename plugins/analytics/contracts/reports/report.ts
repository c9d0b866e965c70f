import type { AnyEndpoint, EndpointAnswer, EndpointInput, PermissionCode } from '@millwright/core/contracts';
import type { z } from 'zod';
import type { documentsBody } from '../document.contract.ts';
import type { FilterName, Grouping } from '../figures/filter.ts';
import type { Trend } from '../figures/trend.ts';

/** Format of a number: money in the account's currency, percent from 0 to 100. */
export type FigureKind = 'money' | 'count' | 'quantity' | 'percent' | 'days' | 'hours' | 'date' | 'text';

/** Selects the documents behind a figure; the filters of the report apply too. */
export type DrillDown = Omit<Partial<z.input<typeof documentsBody>>, 'figure'> & {
  figure: z.input<typeof documentsBody>['figure'];
};

export interface ReportFigure {
  /** Unique in the report. */
  name: string;
  label: string;
  kind: FigureKind;
  value: number | null;
  /** Definition of the figure, shown beside it. */
  definition: string;
  /** Whether more or less is better; absent if neither. */
  better?: 'more' | 'less';
  drill?: DrillDown;
  /** The figure describes the present, whatever the period, so it cannot be compared with an earlier period. */
  isNow?: true;
}

export interface ReportChart {
  name: string;
  label: string;
  kind: FigureKind;
  shape: 'bar' | 'line';
  definition: string;
  points: { label: string; startDate?: string; endDate?: string; value: number | null }[];
  /** Documents of a point, limited to its days. */
  drill?: DrillDown;
}

export type Cell = string | number | null;

export interface ReportColumn {
  name: string;
  label: string;
  kind: FigureKind;
}

export interface ReportRow {
  id: string;
  cells: Readonly<Record<string, Cell>>;
  drill?: DrillDown;
  /** The record of the row: `{ type: 'customer', id }`. */
  record?: { type: string; id: string };
}

export interface ReportTable {
  columns: ReportColumn[];
  rows: ReportRow[];
  /** Sums of the columns that can be added up. */
  totals?: Readonly<Record<string, number>>;
}

/** An answer in the form that screens, files, pins and the command line show. */
export interface ReportView {
  figures: ReportFigure[];
  charts: ReportChart[];
  table: ReportTable;
}

/** A report: its endpoint, its filters, and the presentation of its answer. */
export interface ReportDefinition {
  /** kebab-case; the name in `millwright report`. */
  name: string;
  title: string;
  /** Path of its screen. */
  path: string;
  permission: PermissionCode;
  endpoint: AnyEndpoint;
  /** Filters of its endpoint. */
  filters: readonly FilterName[];
  hasPeriod: boolean;
  hasText?: boolean;
  hasTarget?: boolean;
  /** Whether it answers one of several figures of production. */
  hasType?: boolean;
  /** Whether it requires the production plugin. */
  needsProduction?: boolean;
  groupings?: readonly Grouping[];
  /** Takes the answer of its own endpoint. */
  view: (answer: unknown) => ReportView;
}

export const defineReport = <E extends AnyEndpoint>(
  parts: Omit<ReportDefinition, 'endpoint' | 'permission' | 'view'> & {
    endpoint: E;
    view: (answer: EndpointAnswer<E>) => ReportView;
  },
): ReportDefinition => ({
  ...parts,
  permission: parts.endpoint.permission as PermissionCode,
  view: (answer) => parts.view(answer as EndpointAnswer<E>),
});

/** The request body of a report's endpoint. */
export type ReportBody = NonNullable<EndpointInput<AnyEndpoint>['body']>;

/** The points of a series without padding. */
export const pointsOf = ({ points, padding }: Trend): ReportChart['points'] =>
  points.slice(padding).map(({ startDate, endDate, value }) => ({ label: startDate, startDate, endDate, value }));
