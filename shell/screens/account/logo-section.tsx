import { FileField, FormSection, toast, useEndpointMutation } from '@millwright/core/browser';
import {
  type AccountProfile,
  setAccountPhoto,
  updateAccount,
} from '../../../core/contracts/accounts/account.contract.ts';

const largest = 2 * 1024 * 1024;

/** The logo, uploaded as soon as it is chosen; not part of the surrounding form. */
export function LogoSection({ profile, canChange }: { profile: AccountProfile; canChange: boolean }) {
  const upload = useEndpointMutation(setAccountPhoto);
  const update = useEndpointMutation(updateAccount);
  const params = { accountID: profile.id };
  return (
    <FormSection title="Logo" description="Stands on documents, in mails and on your registration page">
      <FileField
        label="Logo"
        description="At most 2 MB; saved at once"
        accept="image/png,image/jpeg,image/webp,image/gif"
        image
        value={profile.logoUrl}
        maxBytes={largest}
        disabled={!canChange}
        upload={async (file) => {
          await upload.mutateAsync({ params, body: file });
          toast.success('Logo saved');
        }}
        onRemove={async () => {
          await update.mutateAsync({ params, body: { logoUrl: null } });
          toast.success('Logo removed');
        }}
      />
    </FormSection>
  );
}
