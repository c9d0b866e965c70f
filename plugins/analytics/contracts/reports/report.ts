import type { AnyEndpoint, EndpointInput, PermissionCode } from '@millwright/core/contracts';
import type { z } from 'zod';
import type { documentsBody } from '../document.contract.ts';
import type { FilterName, Grouping } from '../figures/filter.ts';
import type { Trend } from '../figures/trend.ts';

/** How a number is written: money in the account's currency, percent from 0 to 100. */
export type FigureKind = 'money' | 'count' | 'quantity' | 'percent' | 'days' | 'hours' | 'date' | 'text';

/** Which documents stand behind a figure; the filters of the report go along. */
export type DrillDown = Omit<Partial<z.input<typeof documentsBody>>, 'figure'> & {
  figure: z.input<typeof documentsBody>['figure'];
};

export interface ReportFigure {
  /** Unique in the report. */
  name: string;
  label: string;
  kind: FigureKind;
  value: number | null;
  /** What is counted, and how: shown beside the figure. */
  definition: string;
  /** Whether more is better; absent where neither is. */
  better?: 'more' | 'less';
  drill?: DrillDown;
  /** It says how things stand now, whatever the period: there is nothing before to compare it with. */
  isNow?: true;
}

export interface ReportChart {
  name: string;
  label: string;
  kind: FigureKind;
  shape: 'bar' | 'line';
  definition: string;
  points: { label: string; startDate?: string; endDate?: string; value: number | null }[];
  /** What a point leads to, with its days. */
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
  /** The record that the row is about: `{ type: 'customer', id }`. */
  record?: { type: string; id: string };
}

export interface ReportTable {
  columns: ReportColumn[];
  rows: ReportRow[];
  /** Sums of the columns that can be summed up. */
  totals?: Readonly<Record<string, number>>;
}

/** An answer as screens, files, pins and the command line show it. */
export interface ReportView {
  figures: ReportFigure[];
  charts: ReportChart[];
  table: ReportTable;
}

/** A report: a call, what it can be narrowed to, and how its answer is shown. */
export interface ReportDefinition {
  /** kebab-case: as `millwright report` names it. */
  name: string;
  title: string;
  /** Where it is shown. */
  path: string;
  permission: PermissionCode;
  endpoint: AnyEndpoint;
  /** Filters that the call takes. */
  filters: readonly FilterName[];
  hasPeriod: boolean;
  hasText?: boolean;
  hasTarget?: boolean;
  /** Whether it answers one of the figures of production. */
  hasType?: boolean;
  /** Whether the account has to have production. */
  needsProduction?: boolean;
  groupings?: readonly Grouping[];
  view(answer: never): ReportView;
}

export const defineReport = <E extends AnyEndpoint, Answer>(
  parts: Omit<ReportDefinition, 'endpoint' | 'permission' | 'view'> & { endpoint: E; view(answer: Answer): ReportView },
): ReportDefinition => ({ ...parts, permission: parts.endpoint.permission as PermissionCode }) as ReportDefinition;

/** The body of a report's call. */
export type ReportBody = NonNullable<EndpointInput<AnyEndpoint>['body']>;

/** The points of a series that are not padding. */
export const pointsOf = ({ points, padding }: Trend): ReportChart['points'] =>
  points.slice(padding).map(({ startDate, endDate, value }) => ({ label: startDate, startDate, endDate, value }));
