/** A custom element that customers of the account meet on other sites; its tag is `millwright-<name>`. */
export interface WidgetDefinition {
  /**
   * kebab-case and unique: `order-status`. Publishable keys list the names they open, endpoints say theirs as `widget`.
   */
  name: string;
  title: string;
  /** One sentence for who puts it on a page. */
  description: string;
}

/** Declares widgets: `definePlugin({ widgets: commerceWidgets })`. */
export const defineWidgets = <const Widgets extends readonly WidgetDefinition[]>(widgets: Widgets): Widgets => widgets;

/** `widget` of endpoints that every key opens, whatever widgets it lists. */
export const anyWidget = '*';

/** The widgets that an endpoint is for. */
export const widgetsOf = ({ widget }: { widget?: string | readonly string[] }): readonly string[] =>
  widget === undefined ? [] : typeof widget === 'string' ? [widget] : widget;

/** How the paths of all widget endpoints begin: a preflight carries no header, so the key stands in the path. */
export const widgetPath = '/v1/widgets/{publishableKey}';
