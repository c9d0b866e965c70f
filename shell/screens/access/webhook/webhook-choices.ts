import { domainText } from '@millwright/core/browser';
import type { PermissionCode } from '../../../../core/contracts/plugins/permission.ts';
import type { WebhookEventView } from '../../../../core/contracts/work/webhook.contract.ts';

const titled = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
const groupOf = (type: string): string => type.slice(0, type.lastIndexOf('.'));

/** All events, groups of events, and single events, for the field of an endpoint. */
export function eventChoices(events: readonly WebhookEventView[]) {
  const groups = [...new Set(events.map(({ type }) => groupOf(type)))].sort();
  const words = (group: string): string => group.split('.').slice(1).join(' ').replaceAll('-', ' ') || group;
  return [
    {
      group: 'Groups',
      items: [
        { value: '*', label: 'All events' },
        ...groups.map((group) => ({ value: `${group}.*`, label: `${titled(words(group))}: all (${group}.*)` })),
      ],
    },
    ...groups.map((group) => ({
      group: titled(words(group)),
      items: events
        .filter(({ type }) => groupOf(type) === group)
        .map(({ type, sentence }) => ({ value: type, label: `${sentence.replace(/\.$/, '')} (${type})` })),
    })),
  ];
}

/** Rights that events need and the person has. */
export const readableScopes = (
  events: readonly WebhookEventView[],
  can: (right: PermissionCode) => boolean,
): string[] =>
  [...new Set(events.flatMap(({ records }) => records.map(({ permission }) => permission)))]
    .filter((right) => can(right as PermissionCode))
    .sort();

/** Rights to read, for the field of an endpoint. */
export const scopeChoices = (scopes: readonly string[]) => [
  {
    group: 'May read',
    items: scopes.map((value) => ({ value, label: titled(domainText(value.split(':')[0] ?? '')) })),
  },
];
