import { Alert, Button } from '@mantine/core';
import { ApiError, LoadingState, useClient, useEndpoint, useScreenTitle } from '@millwright/core/browser';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { readUnsubscribeLink, unsubscribe } from '../../../core/contracts/work/inbox.contract.ts';
import { Card } from '../../layout/small-form.tsx';

/** The page behind "Get no more mails of this kind": nothing changes before the button is pressed. */
export function UnsubscribeScreen() {
  useScreenTitle('Get no more mails');
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const client = useClient();
  const link = useEndpoint(readUnsubscribeLink, { body: { token } }, { enabled: token !== '', staleTime: Infinity });
  const [state, setState] = useState<'asked' | 'busy' | 'done'>('asked');
  const [failure, setFailure] = useState<ApiError | null>(null);
  if (!token || link.error)
    return (
      <Card
        title="This link does not work"
        text={
          link.error && link.error.code !== 'unsubscribe_link_invalid'
            ? link.error.message
            : 'It has run out after 30 days, or a part of it is missing. ' +
              'Sign in and choose your mails under Your profile.'
        }
      />
    );
  if (!link.data) return <LoadingState />;
  const { accountName, kind, isOff } = link.data;
  if (state === 'done' || isOff)
    return (
      <Card
        title="You get no more of these mails"
        text={
          `${accountName} mails you nothing of the kind "${kind}". Your inbox still shows it, ` +
          'and under Your profile you switch the mails on again.'
        }
      />
    );
  const confirm = async () => {
    setState('busy');
    try {
      await client.call(unsubscribe, { body: { token } });
      setState('done');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
      setState('asked');
    }
  };
  return (
    <Card title="Get no more mails of this kind?" text={`${kind}, from ${accountName}`}>
      {failure && (
        <Alert color="red" mt="md" role="alert">
          {failure.message}
        </Alert>
      )}
      <Button fullWidth size="md" mt="xl" loading={state === 'busy'} onClick={() => void confirm()}>
        Switch these mails off
      </Button>
    </Card>
  );
}
