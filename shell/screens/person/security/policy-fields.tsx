import { Checkbox, Stack } from '@mantine/core';
import { FormSection, LoadingState, SelectField, SwitchField, useEndpoint } from '@millwright/core/browser';
import { useController, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { listRoles } from '../../../../core/contracts/accounts/role.contract.ts';
import { largestTake } from '../../../../core/contracts/endpoints/list-query.ts';

/** The policy as the form keeps it: days are chosen from a list. */
export const policyForm = z.object({
  everyone: z.boolean(),
  roleIDs: z.array(z.string()),
  graceDays: z.string().transform(Number),
});

const graces = [0, 1, 3, 7, 14, 30, 60, 90].map((days) => ({
  value: String(days),
  label: days === 0 ? 'None: at the next call' : days === 1 ? 'One day' : `${days} days`,
}));

/** Who must have a second factor, and by when. */
export function PolicyFields() {
  const everyone = useWatch({ name: 'everyone' }) as boolean;
  return (
    <FormSection
      title="Second factor"
      description="Who has to have one is led to set it up, and does nothing else here once the days are over"
    >
      <SwitchField
        name="everyone"
        label="Everyone has to have one"
        description="People of customers' portals, too; programs with API keys are not asked"
      />
      {!everyone && <RolesField name="roleIDs" />}
      <SelectField
        name="graceDays"
        label="Time to set it up"
        options={graces}
        description="From the day it is asked of them, or from when they join"
      />
    </FormSection>
  );
}

function RolesField({ name }: { name: string }) {
  const roles = useEndpoint(listRoles, { query: { take: largestTake, sortBy: 'name' } });
  const { field, formState } = useController<Record<string, string[]>>({ name });
  if (!roles.data && !roles.error) return <LoadingState lines={3} />;
  return (
    <Checkbox.Group
      label="These roles have to have one"
      value={field.value ?? []}
      onChange={field.onChange}
      readOnly={formState.disabled}
      ref={field.ref}
      data-path={name}
    >
      <Stack gap="xs" mt="xs">
        {roles.data?.items.map((role) => (
          <Checkbox
            key={role.id}
            value={role.id}
            label={role.name}
            description={role.memberCount === 1 ? 'One person' : `${role.memberCount} people`}
            disabled={formState.disabled}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
