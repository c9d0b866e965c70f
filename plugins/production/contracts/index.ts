export * from './production-step/production-step.contract.ts';
export * from './production-step/production-step.declarations.ts';
export * from './production-step/production-step-import.contract.ts';
export * from './production-step/production-step-problems.ts';
