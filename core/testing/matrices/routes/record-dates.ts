import { z } from 'zod';
import type { AnyEndpoint } from '../../../contracts/endpoints/endpoint.ts';

/** Replies that do not show a whole record, by path, with the reason. */
const shownOtherwise: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^\/v1\/(portal|widgets)\//, 'customers and strangers are shown an extract'],
  [/^\/v1\/accounts\/slug\//, 'strangers are shown an extract'],
  [/^\/v1\/registration-flows\/.*(preview|slug)/, 'strangers are shown an extract'],
  [/^\/v1\/accounts\/\{accountID\}\/children$/, 'a customer that has a record of its own'],
  [/^\/v1\/account-statuses/, 'a code of the product, not of an account'],
  [/^\/v1\/me\/plugins$/, 'a part of the program'],
  [/^\/v1\/me\/(sessions|passkeys|invitations)$/, 'what a person signs in with, made once'],
  [/^\/v1\/me\/inbox$/, 'told once, and joined with others'],
  [/^\/v1\/files$/, 'bytes that never change, whose name and note have a history'],
  [/^\/v1\/webhook-deliveries/, 'a delivery with the times of its tries'],
  [/^\/v1\/security\/members$/, 'a view of team users'],
  [/^\/v1\/background-jobs$/, 'work with a begin and an end'],
  [/^\/v1\/x\//, 'a plugin of one account'],
  [/^\/v1\/(search|recent-activity|records\/)/, 'a find or an entry about a record'],
  [/^\/v1\/(change-sets|imports)\b/, 'work with a begin and an end'],
  [/^\/v1\/product-variations$/, 'a combination that may not be a product yet'],
  [/^\/v1\/locations\/(tree|\{locationID\}\/stock)$/, 'a sum over stock'],
  [/^\/v1\/(inventories|inventory-receipts|inventory-holds|material-requirements)/, 'a sum over stock'],
  [/^\/v1\/unit-groups\/\{unitGroupID\}\/unit-conversions$/, 'a factor of its group'],
  [/^\/v1\/(journal-entries|margins|receivables|sales-target-results)/, 'a row of a report'],
  [/^\/v1\/picks\/\{pickID\}\/shipments$/, 'a shipment that has a record of its own'],
  [/^\/v1\/purchase-orders\/(expected|suggestions)$/, 'a proposal'],
  [/^\/v1\/(production-step-transformations|production-steps\/)/, 'a part of a step'],
  [/^\/v1\/scanning-stations\/\{scanningStationID\}\/devices$/, 'a key that is made once'],
];

/** Shapes of an endpoint's reply, or of the items of its list. */
function shapesOf({ reply }: AnyEndpoint): z.ZodRawShape[] {
  let shown: unknown = reply;
  if (shown instanceof z.ZodObject && shown.shape['items'] instanceof z.ZodArray) shown = shown.shape['items'].element;
  const options = shown instanceof z.ZodUnion ? shown.options : [shown];
  return options.flatMap((each) => (each instanceof z.ZodObject ? [each.shape as z.ZodRawShape] : []));
}

const lacks = (endpoint: AnyEndpoint): boolean =>
  endpoint.method === 'GET' &&
  shapesOf(endpoint).some((shape) => 'id' in shape && !('createdAt' in shape && 'updatedAt' in shape));

/** Records without the dates of creation and change, and outdated exceptions. */
export function recordsWithoutDates(endpoints: readonly AnyEndpoint[]): string[] {
  const without = endpoints.filter(lacks).map(({ path }) => path);
  return [
    ...without.filter((path) => !shownOtherwise.some(([known]) => known.test(path))),
    ...shownOtherwise
      .filter(([known]) => !without.some((path) => known.test(path)))
      .map(([known]) => `${known} is none`),
  ];
}
