import { ItemMakerPort } from '@millwright/commerce/contracts';
import { contribution, definePart, service } from '@millwright/core/server';
import { CataloguePort, ItemUsePort } from '@millwright/inventory/contracts';
import { productionStepDeclarations, productionStepProblems } from '../../contracts/index.ts';
import { RecipeRuns } from '../production-run/orders/recipe-runs.ts';
import { Consumption } from './consumption/consumption.entity.ts';
import { createDemoSteps } from './demo/demo-steps.ts';
import { billOfMaterialsImporter } from './import/bill-of-materials-importer.ts';
import { stepImporter } from './import/step-importer.ts';
import { recipeGoesRound } from './machines/circle-state.ts';
import { StepMachine } from './machines/step-machine.entity.ts';
import { StepsUsingItem } from './machines/step-uses.ts';
import { ItemMakersOfSteps } from './makers/item-makers.ts';
import { ProductionStep } from './production-step.entity.ts';
import { productionStepRoutes } from './production-step.routes.ts';
import { ProductionStepService } from './production-step.service.ts';
import { productionStepRecords } from './production-step-records.ts';

const made = {
  what: ['production step', 'production steps'],
  table: 'production.production_step',
  label: 'referrer.name',
} as const;
const used = {
  what: ['consumption of a production step', 'consumptions of production steps'],
  table: 'production.consumption',
  once: 'step_id',
} as const;

export const productionStepPart = definePart({
  ...productionStepDeclarations,
  problems: productionStepProblems,
  entities: [ProductionStep, Consumption, StepMachine],
  references: [
    { ...made, to: 'item', column: 'item_id' },
    { ...made, to: 'unit', column: 'unit_id', item: 'item_id' },
    { ...made, to: 'item', column: 'seconds_item_id' },
    { ...used, to: 'item', column: 'item_id' },
    { ...used, to: 'unit', column: 'unit_id', item: 'item_id' },
    { what: made.what, to: 'machine', table: 'production.step_machine', column: 'machine_id', once: 'step_id' },
  ],
  consumes: { required: [CataloguePort] },
  services: [service(ProductionStepService, CataloguePort, RecipeRuns)],
  routes: (services) => productionStepRoutes(services.get(ProductionStepService)),
  recordSources: (services) => [productionStepRecords(services.get(ProductionStepService))],
  imports: (services) => [
    stepImporter(services.get(ProductionStepService), services.get(CataloguePort)),
    billOfMaterialsImporter(services.get(ProductionStepService), services.get(CataloguePort)),
  ],
  contributes: () => [
    contribution(ItemUsePort, new StepsUsingItem()),
    contribution(ItemMakerPort, new ItemMakersOfSteps()),
  ],
  forbids: [recipeGoesRound],
  samples: [
    {
      table: 'production.production_step',
      row: (ids) => ({
        name: 'Step {label}',
        item_id: ids('inventory.item'),
        measure: '1',
        unit_id: ids('inventory.unit'),
        base_measure: '1',
        labor_time_unit: 'hr',
        leveling_factor: '0',
        allowances: '0',
        notes: 'Canary {label}',
      }),
    },
    {
      table: 'production.consumption',
      row: (ids) => ({
        step_id: ids('production.production_step'),
        position: 0,
        item_id: ids('inventory.item'),
        measure: '1',
        unit_id: ids('inventory.unit'),
        base_measure: '1',
        instructions: 'Canary {label}',
      }),
    },
    {
      table: 'production.step_machine',
      row: (ids) => ({ step_id: ids('production.production_step'), machine_id: ids('inventory.machine') }),
    },
  ],
  demo: (ctx, _random, services) => createDemoSteps(ctx, services.get(ProductionStepService)),
});
