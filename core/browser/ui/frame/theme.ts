import {
  type CSSVariablesResolver,
  createTheme,
  darken,
  type MantineColorsTuple,
  type MantineTheme,
} from '@mantine/core';

/** The primary color: a blue whose shade 6 has a contrast of 5.4:1 to white text. */
const cobalt: MantineColorsTuple = [
  '#eef3fe',
  '#dce6fb',
  '#b8ccf6',
  '#90aff1',
  '#6a92ea',
  '#4c79e2',
  '#3763d4',
  '#2b51b8',
  '#244396',
  '#1d3676',
];
/** Neutral colors of the light scheme. */
const gray: MantineColorsTuple = [
  '#f8f8fa',
  '#f1f2f5',
  '#e6e8ec',
  '#d9dce2',
  '#c2c7d0',
  '#9aa1ad',
  '#727987',
  '#535a68',
  '#353a45',
  '#1e2229',
];
/** Neutral colors of the dark scheme; 7 is the page. */
const dark: MantineColorsTuple = [
  '#e4e6ea',
  '#bbc0c9',
  '#9aa0ac',
  '#6b717d',
  '#434852',
  '#31353d',
  '#23262c',
  '#191b20',
  '#131519',
  '#0d0f12',
];

interface SizedProps {
  size?: string | number;
}

const inputVars = (_theme: MantineTheme, props: SizedProps) => ({
  wrapper:
    props.size === undefined || props.size === 'sm'
      ? { '--input-height': '2rem', '--input-fz': '0.8125rem', '--input-padding-y': '0.3rem' }
      : {},
});

const buttonVars = (_theme: MantineTheme, props: SizedProps) => ({
  root:
    props.size === undefined || props.size === 'sm'
      ? { '--button-height': '2rem', '--button-padding-x': '0.75rem', '--button-fz': '0.8125rem' }
      : {},
});

const actionIconVars = (_theme: MantineTheme, props: SizedProps) => ({
  root: props.size === undefined || props.size === 'md' ? { '--ai-size': '1.75rem' } : {},
});

// Mantine's own clear buttons have no name for screen readers.
const clearButton = { clearButtonProps: { 'aria-label': 'Clear' } };

/** The theme of shell and plugins, the only place for colors, radii and fonts. */
export const theme = createTheme({
  primaryColor: 'cobalt',
  primaryShade: { light: 6, dark: 6 },
  colors: { cobalt, gray, dark },
  black: '#16181d',
  autoContrast: true,
  luminanceThreshold: 0.32,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  fontFamily:
    '"Inter Variable", Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", ' +
    'Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.45' },
  radius: { xs: '0.1875rem', sm: '0.25rem', md: '0.375rem', lg: '0.5rem', xl: '0.75rem' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' },
  shadows: {
    xs: '0 1px 2px rgb(16 24 40 / 6%)',
    sm: '0 1px 3px rgb(16 24 40 / 9%), 0 1px 2px rgb(16 24 40 / 5%)',
    md: '0 4px 12px rgb(16 24 40 / 10%), 0 1px 3px rgb(16 24 40 / 7%)',
    lg: '0 10px 28px rgb(16 24 40 / 14%), 0 2px 6px rgb(16 24 40 / 7%)',
    xl: '0 20px 48px rgb(16 24 40 / 18%)',
  },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.4' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4' },
      h4: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  components: {
    Input: { vars: inputVars },
    Button: { vars: buttonVars, styles: { label: { fontWeight: 500 } } },
    // The height of a native select comes from its input; with vertical padding its text would be too low and cut off.
    NativeSelect: { styles: { input: { paddingBlock: 0 } } },
    InputWrapper: { styles: { label: { fontSize: '0.8125rem', fontWeight: 500, marginBottom: '0.1875rem' } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' }, vars: actionIconVars },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'sm' } },
    // The placeholder is not a menu item, which ARIA forbids inside a menu; the first item gets the focus instead.
    Menu: {
      defaultProps: { shadow: 'lg', position: 'bottom-end', withinPortal: true, withInitialFocusPlaceholder: false },
    },
    Popover: { defaultProps: { shadow: 'lg' } },
    Combobox: { defaultProps: { shadow: 'lg' } },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: 0.4 },
        transitionProps: { duration: 120 },
      },
    },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Drawer: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Select: { defaultProps: clearButton },
    MultiSelect: { defaultProps: clearButton },
    DateInput: { defaultProps: clearButton },
    DatePickerInput: { defaultProps: clearButton },
    Table: { defaultProps: { verticalSpacing: '0.375rem', horizontalSpacing: '0.625rem' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Tabs: { defaultProps: { keepMounted: false } },
  },
});

/**
 * Corrections of contrast: with Mantine's own values buttons, placeholders, dimmed text and light badges fail WCAG AA.
 */
export const cssVariablesResolver: CSSVariablesResolver = (resolved) => {
  const light: Record<string, string> = {
    '--mantine-color-dimmed': resolved.colors.gray[7],
    '--mantine-color-placeholder': resolved.colors.gray[7],
    '--mantine-color-anchor': resolved.colors['cobalt']?.[7] ?? '',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-default-border': resolved.colors.gray[3],
    '--mantine-color-error': resolved.colors.red[9],
  };
  const darkScheme: Record<string, string> = {
    '--mantine-color-dimmed': resolved.colors.dark[1],
    '--mantine-color-placeholder': resolved.colors.dark[2],
    '--mantine-color-anchor': resolved.colors['cobalt']?.[3] ?? '',
    '--mantine-color-default-border': resolved.colors.dark[4],
    '--mantine-color-error': resolved.colors.red[4],
  };
  for (const [name, shades] of Object.entries(resolved.colors)) {
    light[`--mantine-color-${name}-light-color`] = darken(shades[9], 0.25);
    darkScheme[`--mantine-color-${name}-light-color`] = shades[2];
  }
  return { variables: {}, light, dark: darkScheme };
};
