import type { SVGProps } from 'react';

/** Outlines on a 24 x 24 grid, drawn in the color of the text. */
const outlines = {
  alert: 'M12 8v5M12 16.5v.01M10.3 3.9 2.6 17.5A2 2 0 0 0 4.3 20.5h15.4a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z',
  archive: 'M3 4h18v4H3zM5 8v11a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V8M10 12h4',
  arrowDown: 'M12 5v14M6 13l6 6 6-6',
  arrowLeft: 'M19 12H5M11 6l-6 6 6 6',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  arrowUp: 'M12 19V5M6 11l6-6 6 6',
  bell: 'M6 9a6 6 0 1 1 12 0c0 6 2.5 7 2.5 7h-17S6 15 6 9ZM10 20a2.2 2.2 0 0 0 4 0',
  book: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11',
  box: 'M21 8 12 3 3 8v8l9 5 9-5V8ZM3 8l9 5 9-5M12 13v8',
  building: 'M4 21V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v16M15 9h4a1 1 0 0 1 1 1v11M3 21h18M8 8h3M8 12h3M8 16h3',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  card: 'M3 6h18v12H3zM3 10h18M7 15h3',
  cart: 'M3 4h2l2.5 11h10L20 7H6M9 20h.01M16 20h.01',
  chart: 'M4 20V10M10 20V4M16 20v-7M22 20H2',
  check: 'M5 12.5 10 17 19 7',
  chevronDown: 'M6 9l6 6 6-6',
  chevronLeft: 'M15 6l-6 6 6 6',
  chevronRight: 'M9 6l6 6-6 6',
  chevronUp: 'M6 15l6-6 6 6',
  clipboard: 'M9 3h6v4H9zM9 5H5v16h14V5h-4M9 12h6M9 16h4',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2',
  close: 'M6 6l12 12M18 6 6 18',
  columns: 'M4 5h16v14H4zM9.5 5v14M14.5 5v14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  dashboard: 'M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z',
  document: 'M6 3h8l5 5v13H6zM14 3v5h5M9 13h7M9 17h5',
  dollar: 'M12 3v18M17 8c-1-2-2.5-2.5-5-2.5-3 0-4.5 1-4.5 3 0 4.5 9.5 2 9.5 6.5 0 2-2 3.5-5 3.5s-4-1-5-3',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  drop: 'M12 3s6.5 7 6.5 11.5a6.5 6.5 0 0 1-13 0C5.5 10 12 3 12 3Z',
  drum: 'M4 6c0-4 16-4 16 0s-16 4-16 0ZM4 6v12c0 4 16 4 16 0V6M4 12c0 4 16 4 16 0',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  factory: 'M3 21V10l6 4v-4l6 4V4h5v17zM8 18h.01M12 18h.01M16 18h.01',
  filter: 'M4 6h16M7 12h10M10 18h4',
  flask: 'M9 3h6M10 3v6l-5.5 9A2 2 0 0 0 6.2 21h11.6a2 2 0 0 0 1.7-3L14 9V3M7.5 15h9',
  flow: 'M4 3h5v5H4zM4 16h5v5H4zM15 9.5h5v5h-5zM6.5 8v8M9 18.5h3l3.5-4',
  folder: 'M3 6h6l2 2h10v11H3z',
  gift: 'M4 11h16v10H4zM3 7h18v4H3zM12 7v14M12 7S8 7 7.5 5 10 2.5 12 7ZM12 7s4 0 4.5-2S14 2.5 12 7Z',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3 12h18M12 3c4 4 4 14 0 18M12 3c-4 4-4 14 0 18',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  group:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.3' +
    'M17.5 14.2A6.5 6.5 0 0 1 21.5 20',
  inbox: 'M3 13l3-8h12l3 8v6H3zM3 13h5l1.5 3h5L16 13h5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5M12 8v.01',
  key: 'M14.5 13.5a4.5 4.5 0 1 0-4.2-2.8L3 18v3h3l1-1v-2h2v-2h2l1.3-1.3c.7.5 1.4.8 2.2.8ZM16 8h.01',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M7 14h10',
  layers: 'M12 3 3 8l9 5 9-5zM3 13l9 5 9-5',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  lock: 'M6 11h12v10H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11',
  logout: 'M14 4H5v16h9M10 12h11M17 8l4 4-4 4',
  mail: 'M3 5h18v14H3zM3 7l9 6 9-6',
  menu: 'M4 6h16M4 12h16M4 18h16',
  monitor: 'M3 4h18v12H3zM8 20h8M12 16v4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  note: 'M5 4h14v11l-5 5H5zM14 20v-5h5M9 9h6M9 13h3',
  nut: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  percent: 'M19 5 5 19M7.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM16.5 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  phone: 'M6 3h4l1.5 5L9 9.5a12 12 0 0 0 5.5 5.5L16 12.500l5 1.500v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2Z',
  pin:
    'M12 21s7-6.200 7-11.500A7 7 0 0 0 5 9.500C5 14.800 12 21 12 21Z' +
    'M12 12a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z',
  play: 'M7 4l13 8-13 8z',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  plus: 'M12 5v14M5 12h14',
  printer: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  receipt: 'M5 3h14v18l-3-2-2 2-2-2-2 2-2-2-3 2zM9 8h6M9 12h6',
  refresh: 'M20 11a8 8 0 0 0-14.500-4L3 10M3 4v6h6M4 13a8 8 0 0 0 14.500 4L21 14M21 20v-6h-6',
  ruler: 'M3 15 15 3l6 6L9 21zM6 12l2 2M9 9l2 2M12 6l2 2',
  scale: 'M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM19 12l2-1.500-1.800-3.500-2.500.600-1.700-1L14.500 4h-5' +
    'L9 6.600l-1.700 1-2.500-.6L3 10.500 5 12l-2 1.500' +
    'L4.800 17l2.500-.6 1.700 1L9.500 20h5l.500-2.600 1.700-1 2.500.6 1.800-3.500z',
  shield: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6zM9 12l2 2 4-4',
  sliders: 'M4 7h16M4 17h16M15 4v6M9 14v6',
  star: 'M12 4l2.500 5.200 5.500.800-4 4 1 5.500-5-2.700-5 2.700 1-5.500-4-4 5.500-.8z',
  steps: 'M4 5h7v5H4zM13 14h7v5h-7zM7.5 10v6.5H13',
  sun:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.400 1.400' +
    'M17.600 17.600 19 19M5 19l1.400-1.400M17.600 6.400 19 5',
  swap: 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  tag: 'M3 12V4h8l9.500 9.500-8 8zM7.500 8h.01',
  target: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 12h.01',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  trend: 'M3 17l6-6 4 4 8-8M15 7h6v6',
  truck: 'M2 6h12v11H2zM14 10h4l4 4v3h-8zM6 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 20a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  undo: 'M4 9h10a6 6 0 0 1 0 12H8M8 5 4 9l4 4',
  upload: 'M12 20V9M7 13l5-5 5 5M4 4h16',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 21a8 8 0 0 1 16 0',
  wallet: 'M4 7h16v12H4zM4 7l12-4v4M16 13h.01',
  warehouse: 'M3 21V9l9-5 9 5v12M7 21v-8h10v8M7 17h10',
} as const;

export type IconName = keyof typeof outlines;

/** Whether a text from outside, such as a manifest, is the name of an icon. */
export const isIconName = (name: string | undefined): name is IconName =>
  name !== undefined && Object.hasOwn(outlines, name);

/** An icon of this set. It is decorative; the control beside it has the accessible name. */
export function Icon({
  name,
  size = 16,
  ...rest
}: { name: IconName; size?: number } & Omit<SVGProps<SVGSVGElement>, 'name'>) {
  const isDotted = name === 'dots' || name === 'grip';
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={isDotted ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
    >
      <path d={outlines[name]} />
    </svg>
  );
}
