import { Text } from '@mantine/core';
import { homeOf } from '../../../contracts/crud.ts';
import type { AnyEndpoint, EndpointAnswer } from '../../../contracts/endpoint.ts';
import type { FieldDeclaration } from '../../../contracts/record-fields.ts';
import { DateTimeText } from '../../formatted.tsx';
import { useSession } from '../../session.tsx';
import { useEndpointMutation } from '../../use-endpoint.ts';
import { useRecord } from '../../use-record.ts';
import { recordFacts } from '../form/record-fields.tsx';
import type { RecordKind } from '../form/record-form.tsx';
import { useDelete } from '../use-delete.ts';
import { DetailScreen, type DetailScreenProps } from './detail-screen.tsx';

type ShownRecord = RecordKind & { type: string; list: AnyEndpoint; get: AnyEndpoint; remove: AnyEndpoint };
type Shown = { id: string; name: string; createdAt: string; updatedAt: string };

interface RecordScreenProps<Kind extends ShownRecord>
  extends Partial<Omit<DetailScreenProps<EndpointAnswer<Kind['get']>>, 'query' | 'what' | 'list' | 'record'>> {
  record: Kind;
}

const none: readonly never[] = [];
const isNote = (declared: FieldDeclaration | undefined): boolean =>
  declared?.kind === 'text' && declared.control === 'note';

/**
 * The page of a record whose fields are declared: title, facts, notes, edit and deletion follow from the record;
 * `facts` and `tabs` come before its own.
 */
export function RecordScreen<const Kind extends ShownRecord>({ record, facts, tabs, ...own }: RecordScreenProps<Kind>) {
  const { canOpen, can } = useSession();
  const { id, params, query } = useRecord<AnyEndpoint>(record.get);
  const remove = useEndpointMutation<AnyEndpoint>(record.remove);
  const home = homeOf(record.home, record.get);
  const [one, many] = record.words;
  const askAndDelete = useDelete(one, home);
  const { fields } = record;
  const notes = (fields?.names ?? none).filter((name) => isNote(fields?.fields[name]));
  const plain = fields?.without(...notes);
  const edit = `${home}/${id}/edit`;
  return (
    <DetailScreen<EndpointAnswer<Kind['get']>>
      title={(data) => (data as Shown).name}
      editHref={() => (canOpen(edit) ? edit : undefined)}
      menu={(data) => [
        can(record.remove.permission ?? 'none:delete') && {
          label: 'Delete',
          icon: 'trash',
          danger: true,
          onClick: () => void askAndDelete((data as Shown).name, () => remove.mutateAsync({ params } as never)),
        },
      ]}
      {...own}
      query={query as never}
      what={one}
      list={{ name: home.slice(home.lastIndexOf('/') + 1), href: home, label: many }}
      record={{ type: record.type, id }}
      facts={(data) => [
        ...(facts?.(data) ?? none),
        ...(plain ? recordFacts(plain, data as never) : none),
        { label: 'Created', value: <DateTimeText value={(data as Shown).createdAt} /> },
        { label: 'Changed', value: <DateTimeText value={(data as Shown).updatedAt} relative /> },
      ]}
      tabs={[
        ...(tabs ?? none),
        ...notes.map((name) => {
          const label = fields?.fields[name]?.label ?? name;
          const render = (data: unknown) => {
            const text = (data as Readonly<Record<string, string | null>>)[name];
            return <Text style={{ whiteSpace: 'pre-wrap' }}>{text ?? `No ${label.toLowerCase()}`}</Text>;
          };
          return { id: name, label, render };
        }),
      ]}
    />
  );
}
