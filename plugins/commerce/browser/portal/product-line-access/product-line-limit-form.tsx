import { Button } from '@mantine/core';
import {
  type ApiError,
  FormScreen,
  FormSection,
  RecordPending,
  RecordSelect,
  toast,
  useConfirm,
  useSession,
} from '@millwright/core/browser';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { updateProductLineAccessBody } from '../../../contracts/index.ts';
import { productLineSource } from '../../sources/record-sources.ts';

/** The product lines that a customer or group is limited to, with buttons to change or lift the limit. */
export function ProductLineLimitForm<
  Found extends { version: number; productLines: readonly { id: string; name: string }[] },
>(props: {
  list: { href: string; label: string };
  query: { data: Found | undefined; error: ApiError | null; refetch(): Promise<unknown> };
  nameOf(found: Found): string;
  update(body: z.output<typeof updateProductLineAccessBody>): Promise<unknown>;
  remove(): Promise<unknown>;
}) {
  const { list, query, nameOf } = props;
  const { can } = useSession();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { data } = query;
  if (!data) return <RecordPending query={query} what="limit" back={list} />;
  const name = nameOf(data);
  const lift = async () => {
    const isSure = await confirm({
      title: `Open everything to ${name}?`,
      message: 'Its product lines are forgotten; what is chosen for its groups counts, if anything.',
      confirmLabel: 'Lift limit',
      danger: true,
    });
    if (!isSure) return;
    try {
      await props.remove();
      toast.success(`${name} is no longer limited`);
      await navigate(list.href);
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <FormScreen
      title={name}
      back={list}
      schema={updateProductLineAccessBody}
      values={{ productLineIDs: data.productLines.map(({ id }) => id), version: data.version }}
      canSave={can('product_line_access:update')}
      actions={
        can('product_line_access:delete') && (
          <Button variant="default" onClick={() => void lift()}>
            Lift limit
          </Button>
        )
      }
      onSave={async (body) => {
        await props.update(body);
        toast.success(`Product lines of ${name} saved`);
        return list.href;
      }}
    >
      <FormSection title="Product lines" description="Only products of these may be ordered">
        <RecordSelect name="productLineIDs" label="Product lines" source={productLineSource} multiple required />
      </FormSection>
    </FormScreen>
  );
}
