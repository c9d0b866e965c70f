/**
 * All libraries that the build provides to plugins; each must be imported here to be provided. Nothing is loaded until
 * a plugin needs it: each import is a chunk of its own, or one that the shell uses anyway.
 */
export const providedModules: Record<string, () => Promise<unknown>> = {
  react: () => import('react'),
  'react-dom': () => import('react-dom'),
  'react-router': () => import('react-router'),
  'react-hook-form': () => import('react-hook-form'),
  nuqs: () => import('nuqs'),
  dayjs: () => import('dayjs'),
  zod: () => import('zod'),
  '@tanstack/react-query': () => import('@tanstack/react-query'),
  '@mantine/core': () => import('@mantine/core'),
  '@mantine/hooks': () => import('@mantine/hooks'),
  '@mantine/dates': () => import('@mantine/dates'),
  '@mantine/modals': () => import('@mantine/modals'),
  '@mantine/notifications': () => import('@mantine/notifications'),
  '@mantine/spotlight': () => import('@mantine/spotlight'),
  '@mantine/charts': async () => {
    await import('@mantine/charts/styles.layer.css');
    return import('@mantine/charts');
  },
  '@millwright/core/browser': () => import('@millwright/core/browser'),
  '@millwright/core/contracts': () => import('@millwright/core/contracts'),
};
