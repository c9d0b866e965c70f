import {
  binaryReply,
  booleanText,
  endpoint,
  filterValue,
  integerText,
  isoDate,
  repeated,
  singleLine,
} from '@millwright/core/contracts';
import { z } from 'zod';
import { type FilterName, figureFilterNames, groupings } from './figures/filter.ts';
import { manufacturingTypes } from './figures/production.contract.ts';

const id = z.string().min(1).max(100);
const ids = Object.fromEntries(figureFilterNames.map((name) => [name, repeated(id)])) as Record<
  FilterName,
  ReturnType<typeof repeated<typeof id>>
>;

/** Query parameters of reports; each report accepts those of its endpoint. */
export const reportQuery = z.strictObject({
  startDate: filterValue(isoDate),
  endDate: filterValue(isoDate),
  groupBy: filterValue(z.enum(groupings, { error: `Must be one of ${groupings.join(', ')}` })),
  query: filterValue(singleLine(200)),
  targetDeliveryTimeDays: integerText(0, 365),
  overridePromisedDates: booleanText,
  type: filterValue(z.enum(manufacturingTypes, { error: `Must be one of ${manufacturingTypes.join(', ')}` })),
  ...ids,
});
export type ReportQuery = z.output<typeof reportQuery>;

const access = 'Each report needs its own right, which the handler asks for';

/** The table of a report as CSV; 404 for an unknown report, 400 for parameters that it does not take. */
export const getReportCsv = endpoint({
  name: 'getReportCsv',
  method: 'GET',
  path: '/v1/analytics/reports/{reportName}/csv',
  signedIn: access,
  summary: 'Reads the table of a report as CSV.',
  isLong: true,
  query: reportQuery,
  reply: binaryReply('text/csv'),
});

/** The same as an Excel workbook. */
export const getReportXlsx = endpoint({
  name: 'getReportXlsx',
  method: 'GET',
  path: '/v1/analytics/reports/{reportName}/xlsx',
  signedIn: access,
  summary: 'Reads the table of a report as a workbook.',
  isLong: true,
  query: reportQuery,
  reply: binaryReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
});
