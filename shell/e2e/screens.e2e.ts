import { examineScreens } from './examine-screens.ts';

// Half of the screens; the other half is beside it, so that two workers share them.
examineScreens(({ pluginID }) => pluginID !== 'commerce');
