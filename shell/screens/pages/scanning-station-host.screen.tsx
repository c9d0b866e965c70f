import { Anchor, Text } from '@mantine/core';
import { ApiError, deviceKey, ErrorState, LoadingState, TextField } from '@millwright/core/browser';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { getCurrentUser } from '../../../core/contracts/accounts/me.contract.ts';
import { pairDevice } from '../../../core/contracts/sign-in/device.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';
import { PluginScreen } from '../../plugin-screen.tsx';
import { client, queryClient } from '../../session/api.ts';
import { SignedIn } from '../../session/session.tsx';
import { loadSession } from '../../session/session-data.ts';
import { loginPathFor } from '../../session/sign-in-path.ts';

/** Milliseconds after which the service worker is told the resources of the page. */
const pauses = [0, 2_500];

/** Caches the page for use without network. Without a service worker the station works only online. */
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
  // Requests sent before the worker took control finish during the pauses; later ones go through it.
  for (const pause of pauses) {
    await new Promise((done) => setTimeout(done, pause));
    const keep = performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin }) => origin === location.origin)
      .map(({ pathname }) => pathname);
    active?.postMessage({ keep: ['/scanning-station', ...new Set(keep)] });
    // Repeats all queries through the worker, which caches the answers.
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

/** The station on a page of its own, for paired devices and for people. */
export function ScanningStationHostScreen() {
  const [state, setState] = useState<'loading' | 'ready' | 'out'>('loading');
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    // Offline, the worker answers from its cache; the default mode would wait for the network.
    const { queries, ...rest } = queryClient.getDefaultOptions();
    queryClient.setDefaultOptions({ ...rest, queries: { ...queries, networkMode: 'always' } });
    // Bypasses the query cache, which is emptied when no person is signed in.
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
      <PluginScreen pluginID="production" name="station" isOfDevice={device !== null} />
    </SignedIn>
  );
}
