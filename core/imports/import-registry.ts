import { problems } from '../contracts/endpoints/problem.ts';
import type { ImportType } from '../contracts/work/import.contract.ts';
import type { Rights } from '../kernel/context/context.ts';
import type { ImportDefinition } from './import-definition.ts';

/** All kinds of import of the installation. Each may run only if its plugin is enabled. */
export class ImportRegistry {
  readonly kinds: readonly { pluginID: string; definition: ImportDefinition }[];
  readonly #byName: ReadonlyMap<string, { pluginID: string; definition: ImportDefinition }>;

  /** Boot has checked that the names are unique. */
  constructor(kinds: readonly { pluginID: string; definition: ImportDefinition }[]) {
    this.kinds = kinds;
    this.#byName = new Map(kinds.map((each) => [each.definition.name, each]));
  }

  /** Kinds of import that the caller may run. */
  permittedTypes(ctx: Rights): ImportDefinition[] {
    if (ctx.customerID !== undefined) return [];
    return [...this.#byName.values()]
      .filter(({ pluginID, definition }) => ctx.isEnabled(pluginID) && ctx.can(definition.permission))
      .map(({ definition }) => definition);
  }

  /**
   * The import of the records in this list, if it can also export them; undefined for portal customers, who do not see
   * all fields of a file.
   */
  exporting(ctx: Rights, name: string): (ImportDefinition & Required<Pick<ImportDefinition, 'exported'>>) | undefined {
    const owned = ctx.customerID === undefined ? this.#byName.get(name) : undefined;
    const exported = owned && ctx.isEnabled(owned.pluginID) ? owned.definition.exported : undefined;
    return owned && exported && { ...owned.definition, exported };
  }

  /** @throws Problem 404 for an unknown or disabled kind, 403 without its right */
  permitted(ctx: Rights, name: string): ImportDefinition {
    const owned = this.#byName.get(name);
    if (!owned || !ctx.isEnabled(owned.pluginID))
      throw problems.not_found({ message: `There is no import of the type "${name.slice(0, 80)}"` });
    if (ctx.customerID !== undefined) throw problems.forbidden();
    ctx.require(owned.definition.permission);
    return owned.definition;
  }
}

/** Whether a field may have one value for all rows; false for fields that identify rows. */
export const takesDefault = (
  { keys, within = [], extras }: Pick<ImportDefinition, 'keys' | 'within' | 'extras'>,
  name: string,
): boolean => ![...keys, ...within, extras?.field].includes(name);

/** A kind of import in replies. */
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
