import { Button } from '@mantine/core';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';

const pause = 400;

/** A chunk that did not come, whatever else may go wrong in what it draws. */
class NotLoaded extends Error {}

/** Loads a chunk that is no route, and once more where it does not come: most of what fails is over in a moment. */
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

/** Keeps a chunk that did not come inside its own place: what is beside it goes on as it is. */
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

/** What a late component takes beside its own props. */
export interface LateProps {
  /** Draws nothing while nobody has asked for it. */
  isQuiet?: boolean;
}

/**
 * A component of a chunk that is no route: the only way to one. A chunk that does not come says so in its place, with a
 * way to try again, and takes nothing else along: what is typed beside it stays.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { name, waiting = null }: { name: string; waiting?: ReactNode | ((props: Props) => ReactNode) },
): ComponentType<Props & LateProps> {
  const made = () => lazy(async () => ({ default: (await loadLate(load)) as ComponentType<object> }));
  let Loaded = made();
  return function Late({ isQuiet = false, ...props }: Props & LateProps) {
    const [, setTries] = useState(0);
    const own = props as unknown as Props;
    const retry = (): void => {
      Loaded = made();
      setTries((tries) => tries + 1);
    };
    return (
      <LateBoundary name={name} isQuiet={isQuiet} onRetry={retry}>
        <Suspense fallback={typeof waiting === 'function' ? waiting(own) : waiting}>
          <Loaded {...own} />
        </Suspense>
      </LateBoundary>
    );
  };
}
