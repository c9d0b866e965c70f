import type { ImportType } from '../contracts/import.contract.ts';
import { problems } from '../contracts/problem.ts';
import type { Rights } from '../kernel/context.ts';
import type { ImportDefinition } from './import-definition.ts';

/** Every kind of import of the installation, with the plugin whose switch decides whether it may run. */
export class ImportRegistry {
  readonly kinds: readonly { pluginID: string; definition: ImportDefinition }[];
  readonly #byName: ReadonlyMap<string, { pluginID: string; definition: ImportDefinition }>;

  /** Names are unique: boot has checked it. */
  constructor(kinds: readonly { pluginID: string; definition: ImportDefinition }[]) {
    this.kinds = kinds;
    this.#byName = new Map(kinds.map((each) => [each.definition.name, each]));
  }

  /** The kinds that the caller may run. */
  permittedTypes(ctx: Rights): ImportDefinition[] {
    if (ctx.customerID !== undefined) return [];
    return [...this.#byName.values()]
      .filter(({ pluginID, definition }) => ctx.isEnabled(pluginID) && ctx.can(definition.permission))
      .map(({ definition }) => definition);
  }

  /**
   * The kind that takes the records of this list, if it writes them too. What portal customers see is not all that a
   * file holds.
   */
  exporting(ctx: Rights, name: string): (ImportDefinition & Required<Pick<ImportDefinition, 'exported'>>) | undefined {
    const owned = ctx.customerID === undefined ? this.#byName.get(name) : undefined;
    const exported = owned && ctx.isEnabled(owned.pluginID) ? owned.definition.exported : undefined;
    return owned && exported && { ...owned.definition, exported };
  }

  /** @throws Problem 404 for a kind that nobody has or that is switched off, 403 without its right */
  permitted(ctx: Rights, name: string): ImportDefinition {
    const owned = this.#byName.get(name);
    if (!owned || !ctx.isEnabled(owned.pluginID))
      throw problems.not_found({ message: `There is no import of the type "${name.slice(0, 80)}"` });
    if (ctx.customerID !== undefined) throw problems.forbidden();
    ctx.require(owned.definition.permission);
    return owned.definition;
  }
}

/** Whether a field may have one value for all rows: one of those that tell rows apart would make them the same. */
export const takesDefault = (
  { keys, within = [], extras }: Pick<ImportDefinition, 'keys' | 'within' | 'extras'>,
  name: string,
): boolean => ![...keys, ...within, extras?.field].includes(name);

/** A kind of import as the API shows it. */
export const importTypeOf = (definition: ImportDefinition): ImportType => ({
  name: definition.name,
  title: definition.title,
  description: definition.description,
  recordType: definition.recordType,
  keys: [...definition.keys],
  hasLines: definition.hasLines ?? false,
  fields: definition.fields.map((field) => ({
    name: field.name,
    label: field.label,
    kind: field.kind ?? 'text',
    isRequired: field.isRequired ?? false,
    ...(field.name === definition.extras?.field ? { isRepeatable: true } : {}),
    takesDefault: takesDefault(definition, field.name),
    synonyms: field.synonyms ?? [],
    choices: field.choices ?? [],
    reference: field.reference ?? null,
    description: field.description ?? '',
    example: field.example ?? '',
  })),
});
