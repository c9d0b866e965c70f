import {
  LoadingState,
  loadComponent,
  NoPermissionState,
  NotFoundState,
  type PluginScreens,
  useFallbackTitle,
  useSession,
} from '@millwright/core/browser';
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import type { ManifestPlugin } from '../core/contracts/plugins/manifest.contract.ts';
import type { PermissionCode } from '../core/contracts/plugins/permission.ts';
import { PluginFailed } from './layout/plugin-failed.tsx';
import { countFailure, isOff, loadPlugin, PluginFailure, pluginFailureOf } from './remotes/remotes.ts';
import { useSessionData } from './session/session.tsx';
import shellScreens from './shell-screens.ts';

const loaded = new Map<string, ComponentType>();

/** Screens of core are part of the shell; all others are loaded from their plugin's remote. */
const screensOf = (plugin: ManifestPlugin): Promise<PluginScreens> =>
  plugin.id === 'core' ? Promise.resolve(shellScreens) : loadPlugin(plugin.id);

async function loadScreen(plugin: ManifestPlugin, name: string): Promise<ComponentType | null> {
  const { screens } = await screensOf(plugin);
  const loader = screens[name];
  if (!loader) return null;
  try {
    return await loadComponent(loader);
  } catch (error) {
    countFailure(plugin.id);
    throw pluginFailureOf(plugin, error);
  }
}

/**
 * Renders one screen of the manifest: checks its permission, loads its code, and contains its errors. A paired device
 * (`isOfDevice`) has only the rights of its task, so its screen checks no permission.
 */
export function PluginScreen(props: { pluginID: string; name: string; isOfDevice?: boolean }) {
  const { pluginID, name, isOfDevice = false } = props;
  const session = useSession();
  const { plugins } = useSessionData();
  const [attempt, setAttempt] = useState(0);
  const plugin = plugins.find(({ id }) => id === pluginID);
  const screen = plugin?.screens.find((each) => each.name === name);
  useFallbackTitle(screen?.title);
  if (!plugin || !screen) return <NotFoundState what="screen" href="/dashboard" label="Go to the dashboard" />;
  if (!screen.isAllowed && !isOfDevice) {
    const missing = screen.needs.filter((code) => !session.can(code as PermissionCode));
    return <NoPermissionState needs={missing} isClosedToRole={screen.isClosedToRole} />;
  }
  return (
    <PluginBoundary key={attempt} plugin={plugin} onRetry={() => setAttempt((count) => count + 1)}>
      <LoadedScreen plugin={plugin} name={screen.name} />
    </PluginBoundary>
  );
}

function LoadedScreen({ plugin, name }: { plugin: ManifestPlugin; name: string }) {
  const key = `${plugin.id}/${name}`;
  const [found, setFound] = useState<ComponentType | null | undefined>(() => loaded.get(key));
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    let isCurrent = true;
    const ready = loaded.get(key);
    if (ready) {
      setFound(() => ready);
      return;
    }
    loadScreen(plugin, name).then(
      (component) => {
        if (component) loaded.set(key, component);
        if (isCurrent) setFound(() => component);
      },
      (failure: unknown) => {
        console.error(failure);
        if (isCurrent) setError(failure);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [plugin, name, key]);
  if (error !== undefined) throw error;
  if (found === undefined) return <LoadingState />;
  if (found === null) return <NotFoundState what="screen" href="/dashboard" label="Go to the dashboard" />;
  const Screen = found;
  return <Screen />;
}

interface BoundaryProps {
  plugin: ManifestPlugin;
  onRetry(): void;
  children: ReactNode;
}

class PluginBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PluginFailure) return;
    console.error(`Plugin ${this.props.plugin.id} threw while it was drawn`, error);
    countFailure(this.props.plugin.id);
    // The message was rendered before this failure was counted; after the last failure it has to say that the plugin is
    // off.
    this.forceUpdate();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { plugin, onRetry } = this.props;
    const shown = plugin.id !== 'core' && isOff(plugin.id) ? new PluginFailure(plugin, 'off', error) : error;
    return <PluginFailed plugin={plugin} error={shown} onRetry={onRetry} />;
  }
}
