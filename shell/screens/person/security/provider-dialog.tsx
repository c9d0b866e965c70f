import {
  FormDialog,
  FormRow,
  NoteField,
  SelectField,
  SwitchField,
  TextField,
  toast,
  useEndpoint,
  useEndpointMutation,
} from '@millwright/core/browser';
import { z } from 'zod';
import { listRoles } from '../../../../core/contracts/accounts/role.contract.ts';
import { largestTake } from '../../../../core/contracts/endpoints/list-query.ts';
import {
  type IdentityProviderView,
  identityProviderInput,
  setIdentityProvider,
} from '../../../../core/contracts/sign-in/identity-provider.contract.ts';
import { getMySecondFactor } from '../../../../core/contracts/sign-in/second-factor.contract.ts';
import { CopiedField } from '../../access/key/copied-field.tsx';
import { PasswordField } from '../second-factor/authenticator-app.tsx';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The contract's body as the form keeps it: domains and roles are one per line. */
const formOf = (
  roles: readonly { id: string; name: string }[],
  { hasSecret, hasPassword }: { hasSecret: boolean; hasPassword: boolean },
) =>
  z.object({
    ...identityProviderInput.shape,
    password: hasPassword ? identityProviderInput.shape.password.unwrap() : identityProviderInput.shape.password,
    clientSecret: hasSecret
      ? identityProviderInput.shape.clientSecret
      : identityProviderInput.shape.clientSecret.unwrap(),
    domains: z.string({ error: 'List at least one domain' }).transform((text, context) => {
      const parsed = identityProviderInput.shape.domains.safeParse(linesOf(text));
      if (parsed.success) return parsed.data;
      context.addIssue(parsed.error.issues[0]?.message ?? 'List at least one domain');
      return z.NEVER;
    }),
    roles: z
      .string()
      .nullish()
      .transform((text, context) =>
        linesOf(text ?? '').flatMap((line) => {
          const at = line.lastIndexOf('=');
          const role = roles.find(
            ({ name }) =>
              name.toLowerCase() ===
              line
                .slice(at + 1)
                .trim()
                .toLowerCase(),
          );
          const value = line.slice(0, Math.max(0, at)).trim();
          if (value && role) return { value, roleID: role.id };
          context.addIssue(`${line}: write a value of the claim, an equals sign and the name of a role`);
          return [];
        }),
      ),
  });

/** Sets the account's own OpenID Connect provider. */
export function ProviderDialog(props: {
  provider: IdentityProviderView | null;
  callbackURL: string;
  opened: boolean;
  onClose(): void;
}) {
  const { provider, callbackURL, opened, onClose } = props;
  const listed = useEndpoint(listRoles, { query: { take: largestTake, type: ['user', 'scanner', 'sales_rep'] } });
  const save = useEndpointMutation(setIdentityProvider);
  // People without a password have to have signed in recently; the server refuses otherwise.
  const hasPassword = useEndpoint(getMySecondFactor).data?.hasPassword ?? true;
  const roles = listed.data?.items ?? [];
  const nameOf = (id: string): string => roles.find((role) => role.id === id)?.name ?? id;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Single sign-on"
      saveLabel="Save"
      size="lg"
      schema={formOf(roles, { hasSecret: provider !== null, hasPassword })}
      values={{
        issuer: provider?.issuer ?? '',
        clientID: provider?.clientID ?? '',
        clientSecret: '',
        domains: provider?.domains.join('\n') ?? '',
        usualRoleID: provider?.usualRoleID ?? null,
        roleClaim: provider?.roleClaim ?? null,
        roles: provider?.roles.map(({ value, roleID }) => `${value} = ${nameOf(roleID)}`).join('\n') ?? '',
        isEnabled: provider?.isEnabled ?? true,
        isOnlyWay: provider?.isOnlyWay ?? false,
        ...(hasPassword ? { password: '' } : {}),
      }}
      onSave={async ({ clientSecret, ...body }) => {
        const secret = clientSecret ? { clientSecret } : {};
        await save.mutateAsync({ body: { ...body, ...secret, version: provider?.version ?? 0 } });
        toast.success('The provider answers and is saved; every administrator is mailed');
      }}
    >
      <CopiedField label="Redirect address" description="Register it at the provider" value={callbackURL} />
      <TextField
        name="issuer"
        label="Issuer"
        type="url"
        placeholder="https://login.example.com"
        description="Its address, below which /.well-known/openid-configuration lies"
        required
        autoFocus
      />
      <FormRow>
        <TextField name="clientID" label="Client ID" required autoComplete="off" />
        <TextField
          name="clientSecret"
          label="Client secret"
          type="password"
          autoComplete="off"
          {...(provider ? { description: 'Empty keeps the one that is stored' } : { required: true })}
        />
      </FormRow>
      <NoteField
        name="domains"
        label="Email domains"
        rows={2}
        required
        description="One a line, such as example.com: it speaks for emails of these alone, once you have proven them"
      />
      <SelectField
        name="usualRoleID"
        label="Role of new people"
        options={roles.map(({ id, name }) => ({ value: id, label: name }))}
        clearable
        description="Empty lets in only those who are here, are invited, or have a role by the claim"
      />
      <TextField name="roleClaim" label="Claim with the role" placeholder="groups" description="Empty gives no roles" />
      <NoteField
        name="roles"
        label="Roles by claim"
        rows={2}
        description="One a line, such as warehouse = Scanner; read again at every sign-in"
      />
      <SwitchField name="isEnabled" label="On" />
      <SwitchField
        name="isOnlyWay"
        label="The only way in"
        description="Staff comes in through it alone; administrators keep their other ways, so that they can mend it"
      />
      {hasPassword && <PasswordField isSecond />}
    </FormDialog>
  );
}
