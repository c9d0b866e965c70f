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
import { addLink, auditLink, lockFlow, removeLink, wayBetween } from '../making/flow-links.ts';
import { ProductionStep as StepEntity } from '../production-step/production-step.entity.ts';
import { stepView } from '../production-step/production-step.queries.ts';

type LinkBody = EndpointRequest<typeof putProductionFlow>['body'];

/** Which step flows into which. */
export class ProductionFlowService {
  readonly #catalogue: CataloguePort;

  constructor(catalogue: CataloguePort) {
    this.#catalogue = catalogue;
  }

  async put(ctx: AccountContext, { sourceProductionStepID: sourceID, targetProductionStepID: targetID }: LinkBody) {
    await lockFlow(ctx);
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
    const back = await wayBetween(ctx, targetID, sourceID);
    if (back)
      throw productionFlowProblems.flow_cycle({
        message: `The flow would go in a circle: ${[source.name, ...back].join(' > ')}`,
        details: { path: [source.name, ...back] },
      });
    if (await addLink(ctx, sourceID, targetID)) {
      auditLink(ctx, 'linked', source, target);
      await this.#changed(ctx);
    }
    return { sourceProductionStepID: sourceID, targetProductionStepID: targetID, item };
  }

  async remove(ctx: AccountContext, { sourceProductionStepID: sourceID, targetProductionStepID: targetID }: LinkBody) {
    await lockFlow(ctx);
    const [source, target] = [await this.#step(ctx, sourceID), await this.#step(ctx, targetID)];
    if (!source || !target || !(await removeLink(ctx, sourceID, targetID))) throw problems.not_found();
    auditLink(ctx, 'unlinked', source, target);
    await this.#changed(ctx);
    return undefined;
  }

  async #changed(ctx: AccountContext): Promise<void> {
    await ctx.em.flush();
    touched(ctx, listProductionSteps, getItemProductionFlow);
  }

  /** Held, so that nobody deletes it meanwhile. */
  async #step(ctx: AccountContext, id: string): Promise<ProductionStep | undefined> {
    const found = await ctx.em.findOne(StepEntity, { accountID: ctx.account.id, id });
    if (!found) return undefined;
    await ctx.em.getForUpdate(StepEntity, id);
    return stepView.byID(ctx, id);
  }
}
