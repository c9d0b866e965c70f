import {
  type AccountContext,
  type NamedRecord,
  type PlainDraft,
  type PlainField,
  type PlainRows,
  type PlainValues,
  plainTextField,
} from '@millwright/core/server';
import { createTerritoryBody } from '../../../contracts/index.ts';
import { ruleTargets } from '../linked-records.ts';
import { type Area, lockTerritories, overlaps, type StoredArea } from './territory-overlap.ts';

const { shape } = createTerritoryBody;

interface Known {
  stored: readonly StoredArea[];
}

const areaText = (values: PlainValues): string =>
  [
    plainTextField(values['state']),
    values['startZipcode'] === null ? null : `${values['startZipcode']}-${values['endZipcode']}`,
    plainTextField(values['productLine']),
  ]
    .filter((part) => part !== null)
    .join(', ') || 'everywhere';

const titleOf = (values: PlainValues): string => `${plainTextField(values['salesRep']) ?? ''}: ${areaText(values)}`;

const areaOf = (values: PlainValues): Area => ({
  state: values['state'] as string | null,
  startZipcode: values['startZipcode'] as number | null,
  endZipcode: values['endZipcode'] as number | null,
  productLineID: (values['productLine'] as NamedRecord | null)?.id ?? null,
});

const keyOf = ({ state, startZipcode, endZipcode }: Area, line: string): string =>
  `${state ?? ''}/${startZipcode ?? ''}/${endZipcode ?? ''}/${line}`.toLowerCase();

function complete(_ctx: AccountContext, { values, fault }: PlainDraft): void {
  const { startZipcode, endZipcode } = areaOf(values);
  if (startZipcode !== null && endZipcode === null) fault('endZipcode', 'Is needed with a first ZIP code');
  else if (startZipcode === null && endZipcode !== null) fault('startZipcode', 'Is needed with a last ZIP code');
  else if (startZipcode !== null && endZipcode !== null && startZipcode > endZipcode)
    fault('endZipcode', 'Must not be below the first ZIP code');
}

/** Import of territories: created, or assigned to another rep if the same area exists. */
export const territoryImport = {
  name: 'territories',
  title: 'Territories',
  description: 'Creates territories, or gives those of the same area to another sales rep.',
  domain: 'territories',
  words: ['territory', 'territories'] as const,
  keys: ['startZipcode', 'state', 'productLine'],
  within: ['endZipcode', 'state', 'productLine'],
  fields: [
    {
      name: 'salesRep',
      label: 'Sales rep',
      kind: 'reference',
      column: 'sales_rep_id',
      isNeeded: true,
      schema: shape.salesRepID,
      reference: { recordType: 'team_user', by: ['name', 'email'], canCreate: false },
      refersTo: { table: 'core.v_members', what: 'person', by: ['email'] },
      synonyms: ['rep', 'salesperson', 'sales person'],
      description: 'Name or email address.',
      example: 'Renata Ortiz',
    },
    {
      name: 'state',
      label: 'State',
      column: 'state',
      schema: shape.state,
      synonyms: ['region', 'province'],
      example: 'MN',
    },
    {
      name: 'startZipcode',
      label: 'First ZIP',
      kind: 'integer',
      column: 'start_zipcode',
      schema: shape.startZipcode,
      synonyms: ['start zipcode', 'start zip', 'zip from', 'from zip'],
      example: '55801',
    },
    {
      name: 'endZipcode',
      label: 'Last ZIP',
      kind: 'integer',
      column: 'end_zipcode',
      schema: shape.endZipcode,
      synonyms: ['end zipcode', 'end zip', 'zip to', 'to zip'],
      example: '55899',
    },
    {
      name: 'productLine',
      label: 'Product line',
      kind: 'reference',
      column: 'product_line_id',
      reference: { recordType: 'product_line', by: ['name'], canCreate: false },
      refersTo: { table: ruleTargets.productLines.to, what: 'product line' },
      synonyms: ['line'],
      example: '',
    },
  ] as PlainField[],
  labelOf: titleOf,
  document: (values: PlainValues) => ({ title: titleOf(values), text: '' }),
  known: async (ctx: AccountContext): Promise<Known> => ({ stored: await lockTerritories(ctx) }),
  find: (records: readonly PlainRows[], { stored }: Known) => {
    const ids = new Map(stored.map((area) => [keyOf(area, area.productLine ?? ''), area.id]));
    return new Map(
      records.flatMap(({ key, rows }): [string, string][] => {
        const text = (name: string): string => String(rows[0]?.fields[name] ?? '').trim();
        const number = (name: string): number | null => (text(name) === '' ? null : Number(text(name)));
        const area = {
          state: text('state') || null,
          startZipcode: number('startZipcode'),
          endZipcode: number('endZipcode'),
        };
        const id = ids.get(keyOf({ ...area, productLineID: null }, text('productLine')));
        return id ? [[key, id]] : [];
      }),
    );
  },
  complete,
  async refuse(_ctx: AccountContext, judged: readonly { draft: PlainDraft }[], { stored }: Known) {
    const written: Area[] = [];
    for (const { draft } of judged) {
      const area = areaOf(draft.values);
      const others = [...stored.filter(({ id }) => id !== draft.before?.id), ...written];
      if (others.some((other) => overlaps(area, other)))
        draft.fault(
          area.startZipcode === null ? 'state' : 'startZipcode',
          'Another territory is as narrow and overlaps: neither would come first',
        );
      else written.push(area);
    }
  },
};
