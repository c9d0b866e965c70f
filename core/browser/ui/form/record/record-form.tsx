import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { ApiError } from '../../../../contracts/client.ts';
import { homeOf } from '../../../../contracts/endpoints/crud.ts';
import type { AnyEndpoint, Endpoint, EndpointAnswer } from '../../../../contracts/endpoints/endpoint.ts';
import type { PermissionCode } from '../../../../contracts/plugins/permission.ts';
import type { FieldTable } from '../../../../contracts/records/fields/record-fields.ts';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useRecord } from '../../../api/use-record.ts';
import { useSession } from '../../../screens/session.tsx';
import { RecordPanels } from '../../detail/record-panels.tsx';
import { toast } from '../../feedback/toast.tsx';
import { KnownRecords } from '../../record/known-records.tsx';
import { RecordPending } from '../../record/record-pending.tsx';
import { useDelete } from '../../record/use-delete.ts';
import { TextField } from '../fields.tsx';
import { FormSection } from '../form-parts.tsx';
import { FormScreen, type FormScreenProps } from '../form-screen.tsx';
import { RecordFields, type ReferenceSources } from './record-fields.tsx';
import { recordValues, type UnreadFields } from './record-values.ts';
import type { Blank } from './use-record-form.ts';

/** A kind of record for forms: the result of `crudEndpoints`, or the existing endpoints. */
export interface RecordKind {
  /** Record type in the plugin's records: `payment_term`. */
  type?: string;
  /** The words in sentences: 'payment term', 'payment terms'. */
  words: readonly [one: string, many: string];
  /** Path of its list, if it differs from the path of the endpoints: `/dashboard/machines` for `/v1/machines`. */
  home?: string;
  /** Name of its list, if it differs from the last part of that path. */
  listName?: string | undefined;
  list?: AnyEndpoint;
  get?: AnyEndpoint;
  create?: AnyEndpoint;
  update?: AnyEndpoint;
  remove?: AnyEndpoint;
  /** Its declared fields. */
  // biome-ignore lint/suspicious/noExplicitAny: the fields of any record
  fields?: FieldTable<any> | undefined;
  /** Form schemas, if they differ from the bodies of the endpoints. */
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
type Values<Kind> = Partial<Blank<z.input<UpdateSchema<Kind>>>>;
type Unread<Kind> = UnreadFields<z.input<UpdateSchema<Kind>>, Found<Kind>>;

/** Saves where it is not enough to send the entered values (or for a stored record the changed ones). */
export type SaveRecord<Kind> = (
  send: (body: Sent<Kind>) => Promise<Found<Kind>>,
  values: Entered<Kind>,
  more: { changes: Partial<z.output<UpdateSchema<Kind>>>; found: Found<Kind> | undefined },
) => Promise<Found<Kind> | undefined>;

type NameProp<Kind> =
  Found<Kind> extends { name: string }
    ? { name?: (found: Found<Kind>) => string }
    : {
        /** Name of the record in titles and messages; defaults to its `name`. */
        name: (found: Found<Kind>) => string;
      };
type ValuesProp<Kind> = [UpdateSchema<Kind>] extends [never]
  ? unknown
  : [Unread<Kind>] extends [never]
    ? { values?: (found: Found<Kind>) => Values<Kind> }
    : {
        /** Form values of fields whose names differ between body and record. */
        values: (found: Found<Kind>) => Values<Kind> & { [Name in Unread<Kind>]: unknown };
      };
type BlankProp<Kind> = [CreateSchema<Kind>] extends [never]
  ? unknown
  : {
      /** Initial values of a new record. */
      blank: Partial<Blank<z.input<CreateSchema<Kind>>>>;
    };

interface RecordFormBase<Kind> extends Pick<FormScreenProps<z.ZodType>, 'wide'> {
  record: Kind;
  /**
   * False for a short record without a page of its own. The form then shows its history and deletion, and leads back to
   * the list.
   */
  hasPage?: boolean;
  /** Further queries that must succeed before the form opens. */
  waitsFor?: readonly { data: unknown; error: ApiError | null; refetch(): Promise<unknown> }[];
  /** Milliseconds for which a cached reply counts as fresh. */
  staleTime?: number;
  save?: SaveRecord<Kind>;
  /** Text of the toast; defaults to '... saved'. */
  savedText?(saved: Found<Kind>, isNew: boolean): string;
  /** Path to open after saving; undefined stays. */
  next?(saved: Found<Kind>): string | undefined;
  /** Title and button of a new record; default to 'New ...' and 'Save'. */
  createTitle?: string;
  createLabel?: string;
  /** Rights for saving, besides those of the endpoints. */
  needs?: readonly PermissionCode[];
  /** False makes a stored record read-only, whatever the rights. */
  canChange?(found: Found<Kind>): boolean;
  canDelete?(found: Found<Kind>): boolean;
  deleteWarning?(found: Found<Kind>): string | undefined;
  beside?(found: Found<Kind>): ReactNode;
  actions?(found: Found<Kind>): ReactNode;
  /** Sources of the records to which `record.fields` refer. */
  sources?: ReferenceSources;
  /** The form's fields; default to the name and the fields of `record.fields`. */
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

/** The same object at each rendering, because new values begin the form anew. */
const noValues = {};

type AnyRecord = { id: string; name?: string; version?: number };
/** Whatever record: its endpoints take and give anything. */
type AnyKind = RecordKind & { get: AnyEndpoint; create: AnyEndpoint; update: AnyEndpoint };
/** The same props with plain types. */
interface LooseProps extends RecordFormBase<AnyKind> {
  name?(found: unknown): string;
  values?(found: unknown): object;
  blank?: object;
}

const none: readonly never[] = [];
const shapeOf = (schema: z.ZodType): string[] => Object.keys((schema as z.ZodObject).shape ?? {});

/**
 * A screen that creates a record or edits the one in the address. Loading, errors, rights, title, the way back, version
 * and saving are the same for all records. The children are its fields.
 */
export function RecordForm<const Kind extends RecordKind>(props: RecordFormProps<Kind>) {
  const { record, hasPage = true, blank, values, ...own } = props as LooseProps;
  const { type, words, get, create, update, remove }: RecordKind = record;
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
  const send = async (body: object): Promise<AnyRecord> =>
    (await mutation.mutateAsync(isNew ? { body } : { params, body: { ...version, ...body } })) as AnyRecord;
  const save = async (entered: object, changes: object): Promise<string | undefined> => {
    const saved = own.save ? await own.save(send, entered, { changes, found }) : await send(isNew ? entered : changes);
    if (saved === undefined) return undefined;
    toast.success(own.savedText?.(saved, isNew) ?? `${nameOf(saved)} saved`);
    return own.next ? own.next(saved) : pageOf(saved);
  };
  const mayDelete = found && !hasPage && remove && may(remove) && (own.canDelete?.(found) ?? true);
  return (
    <FormScreen
      key={id || 'new'}
      title={found ? nameOf(found) : (own.createTitle ?? `New ${words[0]}`)}
      back={found && hasPage ? { href: pageOf(found), label: nameOf(found) } : back}
      schema={schema}
      values={found ? { ...recordValues(shapeOf(schema), found), ...values?.(found) } : (blank ?? noValues)}
      {...(own.wide ? { wide: true } : {})}
      {...(isNew && own.createLabel ? { saveLabel: own.createLabel } : {})}
      beside={found && own.beside?.(found)}
      canSave={may(saving) && canAll(own.needs ?? none) && (!found || (own.canChange?.(found) ?? true))}
      actions={
        found && (
          <>
            {own.actions?.(found)}
            {mayDelete && (
              <Button
                variant="default"
                onClick={() =>
                  void askAndDelete(nameOf(found), () => removal.mutateAsync({ params }), own.deleteWarning?.(found))
                }
              >
                Delete
              </Button>
            )}
          </>
        )
      }
      onSave={(entered, changes) => save(Object(entered), changes)}
    >
      <KnownRecords record={found}>
        {typeof own.children === 'function'
          ? own.children(found)
          : (own.children ?? <OwnFields record={record} sources={own.sources} isNew={isNew} />)}
      </KnownRecords>
      {found && !hasPage && type && <RecordPanels record={{ type, id }} />}
    </FormScreen>
  );
}
