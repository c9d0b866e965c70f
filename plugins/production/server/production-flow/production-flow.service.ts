import type { EndpointRequest } from '@millwright/core/contracts';
import { problems } from '@millwright/core/contracts';
import { type AccountContext, touched } from '@millwright/core/server';
import type { CataloguePort } from '@millwright/inventory/contracts';
import {
  getItemProductionFlow,
  listProductionSteps,
  type ProductionStep,
  productionFlowProblems,
  type putProductionFlow,
} from '../../contracts/index.ts';
import { changeRecipes, type RecipeChange } from '../making/change-recipes.ts';
import { addLink, auditLink, removeLink } from '../making/flow-links.ts';
import type { RecipeRuns } from '../production-run/orders/recipe-runs.ts';
import { ProductionStep as StepEntity } from '../production-step/production-step.entity.ts';
import { stepView } from '../production-step/production-step.queries.ts';

type LinkBody = EndpointRequest<typeof putProductionFlow>['body'];

/** Links between steps. */
export class ProductionFlowService {
  readonly #catalogue: CataloguePort;
  readonly #runs: RecipeRuns;

  constructor(catalogue: CataloguePort, runs: RecipeRuns) {
    this.#catalogue = catalogue;
    this.#runs = runs;
  }

  put(ctx: AccountContext, body: LinkBody) {
    return changeRecipes(ctx, this.#runs, (change) => this.#put(ctx, body, change));
  }

  async #put(
    ctx: AccountContext,
    { sourceProductionStepID: sourceID, targetProductionStepID: targetID }: LinkBody,
    change: RecipeChange,
  ) {
    const source = await this.#step(ctx, sourceID);
    if (!source) throw productionFlowProblems.input_step_not_found();
    const target = await this.#step(ctx, targetID);
    if (!target) throw productionFlowProblems.target_step_not_found();
    const { item } = source.production;
    if (!target.production.item) throw productionFlowProblems.target_production_not_found();
    const used = target.consumptions.find((own) => own.item.id === item.id);
    if (!used)
      throw productionFlowProblems.common_consumption_not_found({
        errors: [{ path: 'targetProductionStepID', message: `${target.name} does not use up ${item.sku}` }],
      });
    const units = new Set((await this.#catalogue.unitsOf(ctx, [item.id])).get(item.id)?.map(({ unitID }) => unitID));
    if (!units.has(source.production.quantity.unitID) || !units.has(used.quantity.unitID))
      throw productionFlowProblems.normalization_factor_not_found();
    if (await addLink(ctx, sourceID, targetID)) {
      auditLink(ctx, 'linked', source, target);
      await this.#changed(ctx);
      change.note(sourceID, [item.id]);
    }
    return { sourceProductionStepID: sourceID, targetProductionStepID: targetID, item };
  }

  remove(ctx: AccountContext, { sourceProductionStepID: sourceID, targetProductionStepID: targetID }: LinkBody) {
    return changeRecipes(ctx, this.#runs, async (change): Promise<undefined> => {
      const [source, target] = [await this.#step(ctx, sourceID), await this.#step(ctx, targetID)];
      if (!source || !target || !(await removeLink(ctx, sourceID, targetID))) throw problems.not_found();
      auditLink(ctx, 'unlinked', source, target);
      await this.#changed(ctx);
      change.note(sourceID, [source.production.item.id]);
    });
  }

  async #changed(ctx: AccountContext): Promise<void> {
    await ctx.em.flush();
    touched(ctx, listProductionSteps, getItemProductionFlow);
  }

  /** Locked against deletion. */
  async #step(ctx: AccountContext, id: string): Promise<ProductionStep | undefined> {
    const found = await ctx.em.findOne(StepEntity, { accountID: ctx.account.id, id });
    if (!found) return undefined;
    await ctx.em.getForUpdate(StepEntity, id);
    return stepView.byID(ctx, id);
  }
}
