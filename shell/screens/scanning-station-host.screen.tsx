import { Anchor, Text } from '@mantine/core';
import { ApiError, deviceKey, ErrorState, LoadingState, TextField } from '@millwright/core/browser';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { pairDevice } from '../../core/contracts/device.contract.ts';
import { getCurrentUser } from '../../core/contracts/me.contract.ts';
import { client, queryClient } from '../api.ts';
import { PluginScreen } from '../plugin-screen.tsx';
import { SignedIn } from '../session.tsx';
import { loadSession } from '../session-data.ts';
import { loginPathFor } from '../sign-in-path.ts';
import { Card, SmallForm } from '../small-form.tsx';

/** Milliseconds after which the worker is told what the page is made of. */
const pauses = [0, 2_500];

/** Keeps the page for when the network is away. Without a worker the station works while it is there. */
async function keepPage(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  await workers.register('/scanning-station-worker.js', { scope: '/scanning-station' });
  const { active } = await workers.ready;
  let kept = 0;
  workers.addEventListener('message', () => {
    kept += 1;
    if (kept === pauses.length) document.documentElement.setAttribute('data-kept', '');
  });
  // What was asked for before the worker began comes to an end meanwhile; all later goes through its hands.
  for (const pause of pauses) {
    await new Promise((done) => setTimeout(done, pause));
    const keep = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname);
    active?.postMessage({ keep: ['/scanning-station', ...new Set(keep)] });
    // Asked again, now through the worker, which keeps the answers.
    await queryClient.invalidateQueries();
  }
}

function Pairing() {
  return (
    <Card
      title="Scanning station"
      text="Open the station in the office, add a device, and type the account and code that it shows here."
    >
      <SmallForm
        schema={pairDevice.body!}
        values={{ account: new URLSearchParams(location.search).get('account') ?? '', code: '' }}
        submitLabel="Pair this device"
        onSave={async (body) => {
          deviceKey.set(await client.call(pairDevice, { body }, { refreshes: false }));
          location.assign('/scanning-station');
        }}
        below={
          <Anchor component={Link} to={loginPathFor('/scanning-station')}>
            Sign in instead
          </Anchor>
        }
      >
        <TextField name="account" label="Account" placeholder="short-name" />
        <TextField name="code" label="Code" placeholder="123456" autoFocus />
      </SmallForm>
    </Card>
  );
}

function Unpaired({ name }: { name: string }) {
  return (
    <Card title="This device was ended" text={`${name} may not scan any more.`}>
      <Text mt="md">
        <Anchor
          href="/scanning-station"
          onClick={() => {
            deviceKey.set(null);
          }}
        >
          Pair it again
        </Anchor>
      </Text>
    </Card>
  );
}

/** The station stands on its own page, for devices that nobody signs in to, and for people. */
export function ScanningStationHostScreen() {
  const [state, setState] = useState<'loading' | 'ready' | 'out'>('loading');
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    // A page without network answers from what was kept; waiting for the network would be waiting for ever.
    const { queries, ...rest } = queryClient.getDefaultOptions();
    queryClient.setDefaultOptions({ ...rest, queries: { ...queries, networkMode: 'always' } });
    // Asked without the cache, which is emptied when nobody is signed in.
    const load = async () => {
      await client.call(getCurrentUser, {});
      await loadSession(client, queryClient);
    };
    load().then(
      () => {
        setState('ready');
        keepPage().catch((failure: unknown) => console.warn('The station cannot work without network', failure));
      },
      (failure: unknown) => {
        if (failure instanceof ApiError && failure.status === 401) setState('out');
        else setError(failure);
      },
    );
  }, []);
  if (error !== undefined) return <ErrorState error={error} onRetry={() => location.reload()} what="station" />;
  if (state === 'loading') return <LoadingState />;
  const device = deviceKey.get();
  if (state === 'out') return device ? <Unpaired name={device.name} /> : <Pairing />;
  return (
    <SignedIn>
      <PluginScreen pluginID="production" name="scanning-station" isOfDevice={device !== null} />
    </SignedIn>
  );
}
