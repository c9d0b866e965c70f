import { definePart } from '@millwright/core/server';
import { labelProblems, labelScreens } from '../../../contracts/index.ts';
import { labelRoutes } from './label.routes.ts';

export const labelPart = definePart({
  screens: labelScreens,
  problems: labelProblems,
  routes: () => labelRoutes(),
});
