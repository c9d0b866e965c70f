export * from './item-cost/item-cost.contract.ts';
export * from './production-flow/production-flow.contract.ts';
export * from './production-flow/production-flow.declarations.ts';
export * from './production-flow/production-flow-problems.ts';
export * from './production-step/production-step.contract.ts';
export * from './production-step/production-step.declarations.ts';
export * from './production-step/production-step-import.contract.ts';
export * from './production-step/production-step-problems.ts';
