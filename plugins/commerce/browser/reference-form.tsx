import { Button } from '@mantine/core';
import {
  type ApiError,
  ErrorState,
  FormScreen,
  LoadingState,
  toast,
  useDelete,
  useSession,
} from '@millwright/core/browser';
import type { ReactNode } from 'react';
import type { z } from 'zod';

interface ReferenceFormProps<
  Body extends z.ZodType,
  Patch extends z.ZodType,
  Found extends { id: string; name: string },
> {
  /** In words: 'payment term'. Its list is 'payment terms'. */
  what: string;
  list: string;
  /** Its list in words, where that is more than an s. */
  listLabel?: string;
  /** The domain of its rights: 'payment_terms'. */
  domain: string;
  /** As in the plugin's records, for its timeline: 'payment_term'. */
  recordType: string;
  /** The record to change; '' makes a new one. */
  id: string;
  query: { data: Found | undefined; error: ApiError | null; refetch(): Promise<unknown> };
  createSchema: Body;
  updateSchema: Patch;
  /** What a new one starts with. */
  blank: Partial<z.input<Body>>;
  /** What the form changes of a record, and its version. */
  values(found: Found): Partial<z.input<Patch>>;
  create(body: z.output<Body>): Promise<{ name: string }>;
  update(body: z.output<Patch>): Promise<{ name: string }>;
  remove(): Promise<unknown>;
  children(found: Found | undefined): ReactNode;
}

/** The screen of a short record that other records choose from: makes one, or changes and deletes one. */
export function ReferenceForm<
  Body extends z.ZodType,
  Patch extends z.ZodType,
  Found extends { id: string; name: string },
>(props: ReferenceFormProps<Body, Patch, Found>) {
  const { what, list, domain, query, children } = props;
  const { can } = useSession();
  const askAndDelete = useDelete(what, list);
  const back = { href: list, label: props.listLabel ?? `${what}s` };
  const saved = ({ name }: { name: string }): string => {
    toast.success(`${name} saved`);
    return list;
  };
  if (!props.id)
    return (
      <FormScreen
        key="new"
        title={`New ${what}`}
        back={back}
        schema={props.createSchema}
        values={props.blank}
        canSave={can(`${domain}:create`)}
        onSave={async (body) => saved(await props.create(body))}
      >
        {children(undefined)}
      </FormScreen>
    );
  const { data } = query;
  if (!data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} what={what} />
    ) : (
      <LoadingState />
    );
  return (
    <FormScreen
      key={data.id}
      title={data.name}
      back={back}
      schema={props.updateSchema}
      values={props.values(data)}
      record={{ type: props.recordType, id: data.id }}
      canSave={can(`${domain}:update`)}
      actions={
        can(`${domain}:delete`) && (
          <Button variant="default" onClick={() => void askAndDelete(data.name, props.remove)}>
            Delete
          </Button>
        )
      }
      onSave={async (body) => saved(await props.update(body))}
    >
      {children(data)}
    </FormScreen>
  );
}
