import { defineScreens } from '@millwright/core/browser';

/** The shell's own screens by the names of `core/contracts/core-screens.ts`. */
export default defineScreens({
  dashboard: () => import('./dashboard.screen.tsx'),
});
