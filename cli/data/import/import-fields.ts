import type { CommandContext } from '@millwright/core/cli';
import type { ImportField, ImportType } from '@millwright/core/contracts';

const valuesOf = ({ kind, choices, reference }: ImportField): string => {
  if (choices.length) return choices.join(' | ');
  if (!reference) return kind;
  return `${reference.by.join(' or ')}${reference.canCreate ? ', --create' : ''}`;
};

/** Prints the fields of an import type: their headings and allowed values. */
export const showFields = (ctx: CommandContext, type: ImportType): Promise<void> =>
  ctx.result({ type: type.name, keys: type.keys, hasLines: type.hasLines, fields: type.fields }, () =>
    ctx.table(
      [
        { title: 'Field', value: ({ name, isRequired }) => `${name}${isRequired ? ' *' : ''}`, minimum: 18 },
        { title: 'Values', value: valuesOf, minimum: 10 },
        { title: 'Example', value: ({ example }) => example, minimum: 10 },
        { title: 'Known by', value: ({ label, synonyms }) => [label, ...synonyms].join(', '), minimum: 24 },
      ],
      type.fields,
    ),
  );
