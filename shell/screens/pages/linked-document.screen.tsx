import { Alert, Anchor, Box, Button, Group, Stack, Table, Text } from '@mantine/core';
import {
  ApiError,
  Branded,
  DateText,
  ErrorState,
  Facts,
  FormDialog,
  Icon,
  LoadingState,
  Money,
  NoteField,
  openBytes,
  Panel,
  PracticeCard,
  StatusBadge,
  sizeText,
  toast,
  useClient,
  useScreenTitle,
} from '@millwright/core/browser';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';
import {
  answerDocumentLink,
  type CheckoutPage,
  type LinkedDocument,
  payDocumentLink,
  practiseDocumentLink,
  readDocumentLink,
  readDocumentLinkFile,
} from '../../../core/contracts/accounts/document-link.contract.ts';
import { Card } from '../../layout/small-form.tsx';
import classes from './linked-document.module.css';

type Bearer = { accountSlug: string; token: string };

/** The document of a mailed link, opened without a password: `/document?account=<slug>#<token>`. */
export function LinkedDocumentScreen() {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const accountSlug = search.get('account') ?? '';
  const token = hash.slice(1);
  if (!token && search.get('thanks'))
    return <Card title="Thank you" text="Your payment is on its way to us. We confirm it by mail." />;
  if (!accountSlug || !token) return <Invalid />;
  return <Opened key={token} accountSlug={accountSlug} token={token} />;
}

const Invalid = () => (
  <Card
    title="This link does not open anything"
    text="It may be too old, or a part of it is missing. Open it from the mail or the page again, or ask for a new one."
  />
);

function Opened({ accountSlug, token }: Bearer) {
  const client = useClient();
  const [document, setDocument] = useState<LinkedDocument>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setFailure(undefined);
    client.call(readDocumentLink, { body: { accountSlug, token } }, { refreshes: false }).then(
      (found) => isCurrent && setDocument(found),
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [client, accountSlug, token, attempt]);
  if (failure instanceof ApiError && failure.status === 404) return <Invalid />;
  const again = () => setAttempt((count) => count + 1);
  if (failure) return <ErrorState error={failure} onRetry={again} what="document" />;
  if (!document) return <LoadingState />;
  return (
    <Branded accentColor={document.account.accentColor}>
      <Document bearer={{ accountSlug, token }} document={document} onChange={setDocument} onRefresh={again} />
    </Branded>
  );
}

function Document(props: {
  bearer: Bearer;
  document: LinkedDocument;
  onChange(document: LinkedDocument): void;
  onRefresh(): void;
}) {
  const { document, bearer, onChange, onRefresh } = props;
  const { account, title, customerName, stage, customerPO, note, validUntil, due, currency } = document;
  useScreenTitle(title);
  return (
    <Stack className={classes['page'] ?? ''}>
      <Group justify="space-between">
        {account.logoUrl ? (
          <img src={account.logoUrl} alt={account.name} className={classes['logo']} />
        ) : (
          <Text fw={600}>{account.name}</Text>
        )}
        {stage && <StatusBadge tone="info">{stage}</StatusBadge>}
      </Group>
      <Box>
        <h1 className={classes['title']}>{title}</h1>
        {customerName && <Text c="dimmed">for {customerName}</Text>}
      </Box>
      <Facts
        facts={[
          { label: 'Your number', value: customerPO },
          { label: 'Valid until', value: validUntil && document.canAnswer && <DateText value={validUntil} /> },
          { label: 'Due', value: document.dueAt && <DateText value={document.dueAt} /> },
          { label: 'Left to pay', value: due > 0 && <Money value={due} currency={currency} /> },
        ]}
      />
      {document.lines.length > 0 && <Lines document={document} />}
      {document.invoices.length > 0 && <Invoices document={document} />}
      {document.files.length > 0 && <SharedFiles bearer={bearer} files={document.files} />}
      {note && (
        <Panel title="Message">
          <Text style={{ whiteSpace: 'pre-wrap' }}>{note}</Text>
        </Panel>
      )}
      <Actions bearer={bearer} document={document} onChange={onChange} onRefresh={onRefresh} />
      {account.email && (
        <Text size="sm" c="dimmed">
          Questions? Write to {account.email}.
        </Text>
      )}
    </Stack>
  );
}

function Lines({ document: { lines, discount, total, currency } }: { document: LinkedDocument }) {
  return (
    <Panel title="What you get" flush>
      <Table.ScrollContainer minWidth={340}>
        <Table aria-label="Lines">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Product</Table.Th>
              <Table.Th>Quantity</Table.Th>
              <Table.Th ta="end">Total</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={`${line.sku} ${line.unit} ${line.quantity}`}>
                <Table.Td>
                  <Text fw={600}>{line.sku}</Text>
                  <Text size="sm" c="dimmed">
                    {line.description}
                  </Text>
                </Table.Td>
                <Table.Td>
                  {line.quantity} {line.unit}
                  <Text size="sm" c="dimmed">
                    at <Money value={line.unitPrice} currency={currency} unitPrice />
                  </Text>
                </Table.Td>
                <Table.Td ta="end">
                  <Money value={line.total} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot>
            {discount && (
              <Table.Tr>
                <Table.Th colSpan={2}>{discount.name}</Table.Th>
                <Table.Th ta="end">
                  <Money value={-discount.amount} currency={currency} />
                </Table.Th>
              </Table.Tr>
            )}
            <Table.Tr>
              <Table.Th colSpan={2}>Total</Table.Th>
              <Table.Th ta="end">
                <Money value={total} currency={currency} />
              </Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

/** Files that the sender has shared: pictures and PDF open in a new tab, all others are saved. */
function SharedFiles({ bearer, files }: { bearer: Bearer; files: LinkedDocument['files'] }) {
  const client = useClient();
  const read = async (fileID: string) =>
    (await client.call(readDocumentLinkFile, { body: { ...bearer, fileID } })).arrayBuffer();
  return (
    <Panel title="Files">
      <Stack gap="xs" align="flex-start">
        {files.map((file) => (
          <Anchor
            key={file.id}
            component="button"
            type="button"
            ta="start"
            onClick={() => void openBytes(file, () => read(file.id)).catch(toast.error)}
          >
            {file.name} ({sizeText(file.size)})
          </Anchor>
        ))}
      </Stack>
    </Panel>
  );
}

function Invoices({ document: { invoices, currency } }: { document: LinkedDocument }) {
  return (
    <Panel title="Invoices" flush>
      <Table.ScrollContainer minWidth={340}>
        <Table aria-label="Invoices">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Invoice</Table.Th>
              <Table.Th>Due</Table.Th>
              <Table.Th ta="end">Total</Table.Th>
              <Table.Th ta="end">Left</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {invoices.map(({ number, dueAt, total, open }) => (
              <Table.Tr key={number}>
                <Table.Td>{number}</Table.Td>
                <Table.Td>
                  <DateText value={dueAt} />
                </Table.Td>
                <Table.Td ta="end">
                  <Money value={total} currency={currency} />
                </Table.Td>
                <Table.Td ta="end">
                  <Money value={open} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}

const message = z.object({ message: answerDocumentLink.body!.shape.message });

function Actions(props: {
  bearer: Bearer;
  document: LinkedDocument;
  onChange(document: LinkedDocument): void;
  onRefresh(): void;
}) {
  const { bearer, document, onChange, onRefresh } = props;
  const client = useClient();
  const [step, setStep] = useState<'accept' | 'decline' | null>(null);
  const [page, setPage] = useState<CheckoutPage | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const pay = async () => {
    setBusy(true);
    try {
      const { offerVersion } = document;
      const opened = await client.call(payDocumentLink, { body: { ...bearer, offerVersion } }, { refreshes: false });
      if (opened.url) globalThis.location.assign(opened.url);
      else setPage(opened);
    } catch (error) {
      toast.error(error);
      // The document has changed since it was shown.
      if (error instanceof ApiError && error.status === 409) onRefresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {outcome && (
        <Alert color="green" icon={<Icon name="check" />} role="status">
          {outcome}
        </Alert>
      )}
      <Group>
        {document.canAnswer && (
          <>
            {document.canAccept && <Button onClick={() => setStep('accept')}>Accept</Button>}
            <Button variant="default" onClick={() => setStep('decline')}>
              Decline
            </Button>
          </>
        )}
        {document.canPay && (
          <Button variant={document.canAccept ? 'default' : 'filled'} loading={isBusy} onClick={() => void pay()}>
            {document.canAnswer ? 'Accept and pay by card' : 'Pay by card'}
          </Button>
        )}
      </Group>
      {step && (
        <FormDialog
          opened
          onClose={() => setStep(null)}
          title={step === 'accept' ? `Accept ${document.title}?` : `Decline ${document.title}?`}
          schema={message}
          values={{ message: null }}
          saveLabel={step === 'accept' ? 'Accept and order' : 'Decline'}
          onSave={async (body) => {
            const { offerVersion } = document;
            const request = { body: { ...bearer, ...body, answer: step, offerVersion } };
            try {
              onChange(await client.call(answerDocumentLink, request, { refreshes: false }));
              setOutcome(step === 'accept' ? 'Thank you for your order. We are on it.' : 'We have told your contact.');
            } catch (error) {
              if (!(error instanceof ApiError) || error.status !== 409) throw error;
              // The document has changed since it was shown, so it is reloaded and has to be answered again.
              toast.error(error);
              onRefresh();
            }
            setStep(null);
          }}
        >
          <NoteField name="message" label="Message" />
        </FormDialog>
      )}
      {page && (
        <PracticeCard
          page={page}
          onPay={(card) => {
            const { checkoutSessionID } = page;
            const request = { body: { ...bearer, checkoutSessionID, card } };
            return client.call(practiseDocumentLink, request, { refreshes: false });
          }}
          onPaid={() => {
            setPage(null);
            setOutcome('Thank you for your payment.');
            // A background job records the payment.
            setTimeout(onRefresh, 1_500);
          }}
          onClose={() => setPage(null)}
        />
      )}
    </>
  );
}
