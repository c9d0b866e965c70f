import { formats } from '@millwright/core/browser';
import { addDays, dateIn } from '@millwright/core/contracts';
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import {
  type Comparison,
  comparisons,
  type DrillDown,
  documentedFigures,
  type FigureDays,
  type FilterName,
  type Filters,
  figureFilterNames,
  groupings,
  manufacturingTypes,
  type ReportDefinition,
} from '../../../contracts/index.ts';

const ids = parseAsArrayOf(parseAsString).withDefault([]);
export const comparisonNames: Readonly<Record<Comparison, string>> = {
  none: 'No comparison',
  before: 'Period before',
  year: 'Year before',
};

const parsers = {
  ...(Object.fromEntries(figureFilterNames.map((name) => [name, ids])) as Record<FilterName, typeof ids>),
  startDate: parseAsString.withDefault(''),
  endDate: parseAsString.withDefault(''),
  compare: parseAsStringLiteral(comparisons).withDefault('none'),
  groupBy: parseAsStringLiteral(groupings).withDefault('customer'),
  query: parseAsString.withDefault(''),
  /** Days within which an order counts as on time; null uses the promised dates. */
  target: parseAsInteger,
  /** The selected figure of production. */
  type: parseAsStringLiteral(manufacturingTypes).withDefault('firsts'),
  report: parseAsString.withDefault(''),
  /** The opened documents, as JSON. */
  documents: parseAsString.withDefault(''),
};

export const todayHere = (): string => dateIn(formats().settings.timeZone);

/** State of a report screen, kept in the address. */
export function useReportState() {
  const [state, setState] = useQueryStates(parsers);
  return {
    state,
    setState: (next: Partial<{ [Name in keyof typeof state]: (typeof state)[Name] | null }>) => void setState(next),
  };
}
export type ReportState = ReturnType<typeof useReportState>['state'];
export type SetReportState = ReturnType<typeof useReportState>['setState'];

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The period of the screen; by default the last 30 days. */
export function reportDaysOf({ startDate, endDate }: Pick<ReportState, 'startDate' | 'endDate'>): FigureDays {
  const end = isDay(endDate) ? endDate : todayHere();
  return { startDate: isDay(startDate) ? startDate : addDays(end, -29), endDate: end };
}

/** The report's filters that are set in the address. */
export const filtersOf = (report: ReportDefinition, state: ReportState): Filters =>
  Object.fromEntries(report.filters.flatMap((name) => (state[name].length ? [[name, state[name]]] : [])));

/** The request body of a report. */
export function bodyOf(
  report: ReportDefinition,
  state: ReportState,
  period: FigureDays | undefined,
): Record<string, unknown> {
  return {
    ...filtersOf(report, state),
    ...(report.hasPeriod && period ? period : {}),
    ...(report.groupings ? { groupBy: state.groupBy } : {}),
    ...(report.hasType ? { type: state.type } : {}),
    ...(report.hasText && state.query ? { query: state.query } : {}),
    ...(report.hasTarget && state.target !== null
      ? { targetDeliveryTimeDays: state.target, overridePromisedDates: true }
      : {}),
  };
}

/** The documents in the address; undefined without them, or for an invalid text. */
export function drillOf(text: string): DrillDown | undefined {
  try {
    const found = JSON.parse(text) as DrillDown;
    return documentedFigures.includes(found.figure) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Selectable periods, seen from today. */
export function periodPresets(): (FigureDays & { label: string })[] {
  const today = todayHere();
  const year = today.slice(0, 4);
  const month = `${today.slice(0, 7)}-01`;
  const monthBefore = `${addDays(month, -1).slice(0, 7)}-01`;
  const before = String(Number(year) - 1);
  const last = (label: string, days: number) => ({ label, startDate: addDays(today, 1 - days), endDate: today });
  return [
    last('Last 7 days', 7),
    last('Last 30 days', 30),
    last('Last 90 days', 90),
    last('Last 12 months', 365),
    { label: 'This month', startDate: month, endDate: today },
    { label: 'Last month', startDate: monthBefore, endDate: addDays(month, -1) },
    { label: 'This year', startDate: `${year}-01-01`, endDate: today },
    { label: 'Last year', startDate: `${before}-01-01`, endDate: `${before}-12-31` },
  ];
}
