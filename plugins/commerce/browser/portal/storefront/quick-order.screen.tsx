import { Button, FileButton, Group, Stack, Table, Text, Textarea } from '@mantine/core';
import { ApiError, CardTable, EmptyState, Icon, toast, useClient, useEndpointMutation } from '@millwright/core/browser';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addToCart, type QuickOrderRow, readQuickOrder } from '../../../contracts/index.ts';
import { PortalFrame } from './portal-frame.tsx';

/** Orders by SKU: typed, pasted from a spreadsheet, or from a file. */
export function QuickOrderScreen() {
  return (
    <PortalFrame title="Quick order" back={{ href: '/dashboard/shopping', label: 'the shop' }}>
      {({ profile }) =>
        profile.isVisit ? (
          <EmptyState
            title="Only the customer orders"
            text="Quick orders go into the cart of a person."
            icon="layers"
          />
        ) : (
          <QuickOrder />
        )
      }
    </PortalFrame>
  );
}

function QuickOrder() {
  const client = useClient();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [rows, setRows] = useState<QuickOrderRow[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const add = useEndpointMutation(addToCart);
  const good = (rows ?? []).filter((row) => row.fault === null);
  const read = async (source: string) => {
    setFault(null);
    try {
      setRows((await client.call(readQuickOrder, { body: { text: source } })).rows);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.errors[0]?.message ?? error.message);
    }
  };
  const put = async () => {
    try {
      await add.mutateAsync({
        body: {
          lines: good.map(({ product, quantity, unitID }) => ({
            productID: product?.id ?? '',
            quantity: quantity ?? 1,
            unitID,
          })),
        },
      });
      toast.success(good.length === 1 ? 'One line is in your cart' : `${good.length} lines are in your cart`);
      await navigate('/dashboard/shopping/cart');
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Stack maw={860}>
      <Textarea
        label="Lines"
        description="One product a line: SKU, quantity and, where it is not the usual one, the unit"
        placeholder={'WG-100  24\nCS-MER-M  5  ct12pr'}
        autosize
        minRows={6}
        maxRows={16}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={fault}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group>
        <Button onClick={() => void read(text)}>Check</Button>
        <FileButton
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={(file) =>
            void file?.text().then((content) => {
              setText(content);
              return read(content);
            })
          }
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<Icon name="upload" />}>
              From a file
            </Button>
          )}
        </FileButton>
      </Group>
      {rows && (
        <>
          <CardTable minWidth={420} aria-label="What we understood">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Line</Table.Th>
                <Table.Th>Product</Table.Th>
                <Table.Th>Quantity</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.row}>
                  <Table.Td data-label="Line">{row.row}</Table.Td>
                  <Table.Td>
                    {row.product ? (
                      <>
                        <b>{row.product.sku}</b> {row.product.description}
                      </>
                    ) : (
                      row.text
                    )}
                    {row.fault && (
                      <Text size="sm" c="var(--mantine-color-error)">
                        {row.fault}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td data-label="Quantity">
                    {row.quantity} {row.unit}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </CardTable>
          <Group>
            <Button disabled={good.length === 0} loading={add.isPending} onClick={() => void put()}>
              {good.length === 1 ? 'Put one line into the cart' : `Put ${good.length} lines into the cart`}
            </Button>
            {good.length < rows.length && (
              <Text size="sm" role="status">
                {rows.length - good.length} cannot be ordered as written; they are left out.
              </Text>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}
