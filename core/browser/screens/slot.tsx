import { type ComponentType, createContext, type ReactNode, use, useMemo } from 'react';
import { late } from '../format/late.tsx';
import { ErrorBoundaryPanel } from '../ui/frame/error-boundary-panel.tsx';
import { type ComponentLoader, loadComponent } from './define-screens.ts';

/** A named place in a screen that other plugins fill. */
export interface SlotDefinition<Props extends object> {
  readonly name: string;
  /** Only for the type of the props; never set. */
  readonly props?: Props;
}

/**
 * Declares a slot, named `<record>.<screen>.<place>`: `defineSlot<{ order: SalesOrder }>('sales-order.detail.facts')`.
 */
export const defineSlot = <Props extends object>(name: string): SlotDefinition<Props> => ({ name });

/** A plugin's component for a slot, created by the shell from the manifest. */
export interface SlotContribution {
  slot: string;
  plugin: string;
  load: ComponentLoader;
}

const SlotContext = createContext<readonly SlotContribution[]>([]);

/** Provides the slot contributions of all enabled plugins to screens; mounted by the shell. */
export function SlotProvider({
  contributions,
  children,
}: {
  contributions: readonly SlotContribution[];
  children: ReactNode;
}) {
  return <SlotContext value={contributions}>{children}</SlotContext>;
}

const loaded = new WeakMap<ComponentLoader, ComponentType<object>>();

// One lazy component per loader, because a new one in each render would mount the contribution again.
function componentOf(loader: ComponentLoader, name: string): ComponentType<object> {
  let component = loaded.get(loader);
  if (!component) {
    component = late(() => loadComponent<object>(loader), { name });
    loaded.set(loader, component);
  }
  return component;
}

/**
 * Renders all contributions to a slot, each in its own error boundary: `<Slot name={orderFacts} props={{ order }} />`.
 */
export function Slot<Props extends object>({ name, props }: { name: SlotDefinition<Props>; props: Props }) {
  const all = use(SlotContext);
  const slotContributions = useMemo(
    () => all.filter((contribution) => contribution.slot === name.name),
    [all, name.name],
  );
  return slotContributions.map((contribution) => {
    const Contribution = componentOf(contribution.load, contribution.plugin) as ComponentType<Props>;
    return (
      <ErrorBoundaryPanel key={contribution.plugin} name={contribution.plugin}>
        <Contribution {...props} />
      </ErrorBoundaryPanel>
    );
  });
}
