import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { ApiError } from '../../../contracts/client.ts';
import { homeOf } from '../../../contracts/crud.ts';
import type { AnyEndpoint, Endpoint, EndpointAnswer } from '../../../contracts/endpoint.ts';
import type { PermissionCode } from '../../../contracts/permission.ts';
import type { FieldTable } from '../../../contracts/record-fields.ts';
import { useSession } from '../../session.tsx';
import { useEndpointMutation } from '../../use-endpoint.ts';
import { useRecord } from '../../use-record.ts';
import { KnownRecords } from '../known-records.tsx';
import { RecordPending } from '../record-pending.tsx';
import { toast } from '../toast.tsx';
import { useDelete } from '../use-delete.ts';
import { TextField } from './fields.tsx';
import { FormSection } from './form-parts.tsx';
import { FormScreen, type FormScreenProps } from './form-screen.tsx';
import { RecordFields, type ReferenceSources } from './record-fields.tsx';
import { recordValues, type UnreadFields } from './record-values.ts';

/** A kind of record as forms need it: what `crudEndpoints` answers, or the endpoints that there are. */
export interface RecordKind {
  /** Record type, as the plugin's records have it: `payment_term`. */
  type?: string;
  /** In sentences: 'payment term', 'payment terms'. */
  words: readonly [one: string, many: string];
  /** Its list, where that is not at the path of its endpoints: `/dashboard/machines` for `/v1/machines`. */
  home?: string;
  list?: AnyEndpoint;
  get?: AnyEndpoint;
  create?: AnyEndpoint;
  update?: AnyEndpoint;
  remove?: AnyEndpoint;
  /** Its fields that stand for themselves. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields of any record
  fields?: FieldTable<any> | undefined;
  /** What people enter, where that is not the body of the endpoint. */
  createBody?: z.ZodType;
  updateBody?: z.ZodType;
}

type BodyOf<E> =
  E extends Endpoint<infer _P, infer _Q, infer Body, infer _R> ? (Body extends z.ZodType ? Body : never) : never;
type CreateSchema<Kind> = Kind extends { createBody: infer Body extends z.ZodType }
  ? Body
  : Kind extends { create: infer E }
    ? BodyOf<E>
    : never;
type UpdateSchema<Kind> = Kind extends { updateBody: infer Body extends z.ZodType }
  ? Body
  : Kind extends { update: infer E }
    ? BodyOf<E>
    : never;
type Found<Kind> = Kind extends { get: infer E extends AnyEndpoint }
  ? EndpointAnswer<E>
  : Kind extends { create: infer E extends AnyEndpoint }
    ? EndpointAnswer<E>
    : never;
type Sent<Kind> =
  | (Kind extends { create: infer E } ? z.input<BodyOf<E>> : never)
  | (Kind extends { update: infer E } ? z.input<BodyOf<E>> : never);
type Entered<Kind> = z.output<CreateSchema<Kind>> | z.output<UpdateSchema<Kind>>;
type Values<Kind> = Partial<z.input<UpdateSchema<Kind>>>;
type Unread<Kind> = UnreadFields<z.input<UpdateSchema<Kind>>, Found<Kind>>;

/** How a form saves where sending what was entered, or of a stored record what was changed, does not do. */
export type SaveRecord<Kind> = (
  send: (body: Sent<Kind>) => Promise<Found<Kind>>,
  values: Entered<Kind>,
  more: { changes: Partial<z.output<UpdateSchema<Kind>>>; found: Found<Kind> | undefined },
) => Promise<Found<Kind> | undefined>;

type NameProp<Kind> =
  Found<Kind> extends { name: string }
    ? { name?: (found: Found<Kind>) => string }
    : {
        /** What titles and messages call it; its `name` where it has one. */
        name: (found: Found<Kind>) => string;
      };
type ValuesProp<Kind> = [UpdateSchema<Kind>] extends [never]
  ? unknown
  : [Unread<Kind>] extends [never]
    ? { values?: (found: Found<Kind>) => Values<Kind> }
    : {
        /** What the form holds of a record beside the fields that body and record call the same. */
        values: (found: Found<Kind>) => Values<Kind> & { [Name in Unread<Kind>]: unknown };
      };
type BlankProp<Kind> = [CreateSchema<Kind>] extends [never]
  ? unknown
  : {
      /** What a new one starts with. */
      blank: Partial<z.input<CreateSchema<Kind>>>;
    };

interface RecordFormBase<Kind> extends Pick<FormScreenProps<z.ZodType>, 'wide'> {
  record: Kind;
  /**
   * False for a short record that has no page beside this one: the form then has its history and its deletion, and
   * leads back to the list.
   */
  hasPage?: boolean;
  /** Further answers without which the form does not open. */
  waitsFor?: readonly { data: unknown; error: ApiError | null; refetch(): Promise<unknown> }[];
  /** Milliseconds for which an answer that was read before counts as fresh. */
  staleTime?: number;
  save?: SaveRecord<Kind>;
  /** What the toast says; '... saved' where it is not said. */
  savedText?(saved: Found<Kind>, isNew: boolean): string;
  /** Where a saved record leads; undefined stays. */
  next?(saved: Found<Kind>): string | undefined;
  /** The heading over a new one, and on the button that makes it; 'New ...' and 'Save' where it is not said. */
  createTitle?: string;
  createLabel?: string;
  /** Rights that saving asks for beside those of the endpoints. */
  needs?: readonly PermissionCode[];
  /** False keeps a stored record as it is, whatever the role may do. */
  canChange?(found: Found<Kind>): boolean;
  canDelete?(found: Found<Kind>): boolean;
  deleteWarning?(found: Found<Kind>): string | undefined;
  beside?(found: Found<Kind>): ReactNode;
  actions?(found: Found<Kind>): ReactNode;
  /** Where the fields of `record.fields` that refer to other records find them. */
  sources?: ReferenceSources;
  /** The form's fields; without them it has the name and those of `record.fields`. */
  children?: ReactNode | ((found: Found<Kind> | undefined) => ReactNode);
}

export type RecordFormProps<Kind extends RecordKind> = RecordFormBase<Kind> &
  NameProp<Kind> &
  ValuesProp<Kind> &
  BlankProp<Kind>;

interface OwnFieldsProps {
  record: RecordKind;
  sources: ReferenceSources | undefined;
  isNew: boolean;
}

function OwnFields({ record: { words, fields }, sources, isNew }: OwnFieldsProps) {
  const [one] = words;
  return (
    <FormSection title={one.charAt(0).toUpperCase() + one.slice(1)}>
      <TextField name="name" label="Name" required autoFocus={isNew} />
      {fields && <RecordFields table={fields} {...(sources ? { sources } : {})} />}
    </FormSection>
  );
}

type AnyRecord = { id: string; name?: string; version?: number };
/** The same props, as one reads them whose types are settled. */
interface LooseProps extends RecordFormBase<RecordKind> {
  name?(found: unknown): string;
  values?(found: unknown): object;
  blank?: object;
}

const none: readonly never[] = [];
const shapeOf = (schema: z.ZodType): string[] => Object.keys((schema as z.ZodObject).shape ?? {});

/**
 * The screen that makes a record, or changes the one that the address names: loading, errors, rights, title, the way
 * back, version and saving are the same for all. The children are its fields.
 */
export function RecordForm<const Kind extends RecordKind>(props: RecordFormProps<Kind>) {
  const { record, hasPage = true, blank, values, ...own } = props as unknown as LooseProps;
  const { type, words, get, create, update, remove } = record;
  const reading = (get ?? create) as AnyEndpoint;
  const { id, params, query } = useRecord(reading, own.staleTime === undefined ? {} : { staleTime: own.staleTime });
  const { can, canAll } = useSession();
  const may = ({ permission }: AnyEndpoint): boolean => !permission || can(permission);
  const isNew = id === '';
  const saving = ((isNew ? create : update) ?? reading) as AnyEndpoint;
  const mutation = useEndpointMutation<AnyEndpoint>(saving);
  const removal = useEndpointMutation<AnyEndpoint>(remove ?? reading);
  const home = homeOf(record.home, reading);
  const askAndDelete = useDelete(words[0], home);

  const back = { href: home, label: words[1] };
  const found = isNew ? undefined : (query.data as AnyRecord | undefined);
  const missing = [...(isNew ? none : [query]), ...(own.waitsFor ?? none)].filter(({ data }) => !data);
  const [pending] = [...missing.filter(({ error }) => error), ...missing];
  if (pending) return <RecordPending query={pending} what={words[0]} back={back} />;

  const nameOf = (one: unknown): string => own.name?.(one) ?? (one as AnyRecord).name ?? '';
  const pageOf = (one: AnyRecord): string => (hasPage ? `${home}/${one.id}` : home);
  const schema = (isNew ? record.createBody : record.updateBody) ?? (saving.body as z.ZodType);
  const version = shapeOf(saving.body as z.ZodType).includes('version') ? { version: found?.version } : {};
  const send = async (body: object): Promise<never> =>
    (await mutation.mutateAsync((isNew ? { body } : { params, body: { ...version, ...body } }) as never)) as never;
  const save = async (entered: object, changes: object): Promise<string | undefined> => {
    const saved = own.save
      ? await own.save(send as never, entered as never, { changes: changes as never, found: found as never })
      : await send(isNew ? entered : changes);
    if (saved === undefined) return undefined;
    toast.success(own.savedText?.(saved, isNew) ?? `${nameOf(saved)} saved`);
    return own.next ? own.next(saved) : pageOf(saved);
  };
  const mayDelete = found && !hasPage && remove && may(remove) && (own.canDelete?.(found as never) ?? true);
  return (
    <FormScreen
      key={id || 'new'}
      title={found ? nameOf(found) : (own.createTitle ?? `New ${words[0]}`)}
      back={found && hasPage ? { href: pageOf(found), label: nameOf(found) } : back}
      schema={schema}
      values={found ? { ...recordValues(shapeOf(schema), found), ...values?.(found) } : (blank as never)}
      {...(own.wide ? { wide: true } : {})}
      {...(isNew && own.createLabel ? { saveLabel: own.createLabel } : {})}
      {...(found && !hasPage && type ? { record: { type, id } } : {})}
      beside={found && own.beside?.(found as never)}
      canSave={may(saving) && canAll(own.needs ?? none) && (!found || (own.canChange?.(found as never) ?? true))}
      actions={
        found && (
          <>
            {own.actions?.(found as never)}
            {mayDelete && (
              <Button
                variant="default"
                onClick={() =>
                  void askAndDelete(
                    nameOf(found),
                    () => removal.mutateAsync({ params }),
                    own.deleteWarning?.(found as never),
                  )
                }
              >
                Delete
              </Button>
            )}
          </>
        )
      }
      onSave={save as never}
    >
      <KnownRecords record={found}>
        {typeof own.children === 'function'
          ? own.children(found as never)
          : (own.children ?? <OwnFields record={record} sources={own.sources} isNew={isNew} />)}
      </KnownRecords>
    </FormScreen>
  );
}
