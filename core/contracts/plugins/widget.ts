/** A custom element that an account shows to its customers on other sites; its tag is `millwright-<name>`. */
export interface WidgetDefinition {
  /** kebab-case and unique: `order-status`. Publishable keys list such names; endpoints name theirs in `widget`. */
  name: string;
  title: string;
  /** One sentence for people who put it on a page. */
  description: string;
}

/** Declares widgets: `definePlugin({ widgets: commerceWidgets })`. */
export const defineWidgets = <const Widgets extends readonly WidgetDefinition[]>(widgets: Widgets): Widgets => widgets;

/** Value of `widget` for endpoints that every key opens, whatever its widgets. */
export const anyWidget = '*';

/** The widgets of an endpoint. */
export const widgetsOf = ({ widget }: { widget?: string | readonly string[] }): readonly string[] =>
  widget === undefined ? [] : typeof widget === 'string' ? [widget] : widget;

/** Prefix of all widget endpoints. The key is part of the path, because a preflight request has no custom headers. */
export const widgetPath = '/v1/widgets/{publishableKey}';
