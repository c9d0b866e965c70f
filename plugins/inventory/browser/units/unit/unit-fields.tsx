import { TextField } from '@millwright/core/browser';

/** Editable fields of a unit. */
export function UnitFields({ isBuiltIn = false }: { isBuiltIn?: boolean }) {
  return (
    <>
      <TextField
        name="name"
        label="Name"
        description={
          isBuiltIn ? 'The name of a built-in unit is fixed' : 'Stands behind numbers and in import files: each, ct10ea'
        }
        required
        autoFocus={!isBuiltIn}
        disabled={isBuiltIn}
      />
      <TextField name="description" label="Description" description="The name in words: carton of 10 each" />
    </>
  );
}
