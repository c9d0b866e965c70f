import { examineScreens } from './examine-screens.ts';

examineScreens(({ pluginID }) => pluginID === 'commerce');
