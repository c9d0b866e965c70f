import { definePart, implementation } from '@millwright/core/server';
import { LabelPort, labelProblems, labelScreens } from '../../../contracts/index.ts';
import { LabelPrinter, labelRoutes } from './label.routes.ts';

export const labelPart = definePart({
  screens: labelScreens,
  problems: labelProblems,
  provides: [LabelPort],
  services: [implementation(LabelPort, LabelPrinter)],
  routes: () => labelRoutes(),
});
