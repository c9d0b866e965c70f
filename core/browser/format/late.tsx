import { Button } from '@mantine/core';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

const pause = 400;

/** A chunk failed to load; distinguished from errors in rendering. */
class NotLoaded extends Error {}

/** Loads a chunk that is no route. Retries once, because most failures are short. */
export async function loadLate<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch {
    await new Promise((done) => setTimeout(done, pause));
    return load().catch((error: unknown) => {
      throw new NotLoaded('did not load', { cause: error });
    });
  }
}

interface BoundaryProps {
  name: string;
  isQuiet: boolean;
  onRetry(): void;
  children: ReactNode;
}

/** Error boundary for a chunk that failed to load; everything around it keeps working. */
class LateBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error('unknown') };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof NotLoaded)) throw error;
    if (this.props.isQuiet) return null;
    const retry = (): void => {
      this.props.onRetry();
      this.setState({ error: undefined });
    };
    return (
      <div role="alert">
        {this.props.name} did not load.{' '}
        <Button variant="default" size="compact-xs" type="button" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
}

/** Additional props of a late component. */
export interface LateProps {
  /** Renders nothing while the person has not asked for it. */
  isQuiet?: boolean;
}

/**
 * A component in a chunk that is no route; the only way to load one. If loading fails, its place shows a message with a
 * retry button, and input around it is kept.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { name, waiting = null }: { name: string; waiting?: ReactNode | ((props: Props) => ReactNode) },
): ComponentType<Props & LateProps> {
  const made = () => lazy(async () => ({ default: (await loadLate(load)) as ComponentType<object> }));
  let Loaded = made();
  return function Late({ isQuiet = false, ...props }: Props & LateProps) {
    const [, setTries] = useState(0);
    const typedProps = props as Props;
    const retry = (): void => {
      Loaded = made();
      setTries((tries) => tries + 1);
    };
    return (
      <LateBoundary name={name} isQuiet={isQuiet} onRetry={retry}>
        <Suspense fallback={typeof waiting === 'function' ? waiting(typedProps) : waiting}>
          <Loaded {...typedProps} />
        </Suspense>
      </LateBoundary>
    );
  };
}
