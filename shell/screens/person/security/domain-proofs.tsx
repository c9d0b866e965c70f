import { Alert, Button, Stack } from '@mantine/core';
import {
  ApiError,
  DateText,
  FormDialog,
  Icon,
  StatusBadge,
  toast,
  useEndpointMutation,
} from '@millwright/core/browser';
import { useState } from 'react';
import { z } from 'zod';
import { type DomainProof, proveDomain } from '../../../../core/contracts/sign-in/identity-provider.contract.ts';
import { CopiedField } from '../../access/key/copied-field.tsx';
import classes from '../profile/rows.module.css';

/** Domains of the sign-in provider: proven ones, and DNS records to publish for the others. */
export function DomainProofs({ proofs, mayProve }: { proofs: readonly DomainProof[]; mayProve: boolean }) {
  const [proving, setProving] = useState<DomainProof | null>(null);
  return (
    <>
      <ul className={classes['rows']} aria-label="Email domains">
        {proofs.map((proof) => (
          <li key={proof.domain} className={classes['row']}>
            <Icon name="mail" />
            <span className={classes['what']}>
              <span className={classes['title']}>
                {proof.domain}
                <Standing {...proof} />
              </span>
              {!proof.provenAt && (
                <span className={classes['detail']}>
                  {proof.countsUntil
                    ? 'Prove it before that day: after it the domain’s emails sign nobody in'
                    : 'Its emails sign nobody in before you have proven that it is yours'}
                </span>
              )}
            </span>
            {mayProve && !proof.provenAt && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Prove it: ${proof.domain}`}
                onClick={() => setProving(proof)}
              >
                Prove it
              </Button>
            )}
          </li>
        ))}
      </ul>
      {proving && <ProofDialog proof={proving} onClose={() => setProving(null)} />}
    </>
  );
}

function Standing({ provenAt, countsUntil }: DomainProof) {
  if (provenAt) return <StatusBadge tone="success">Proven</StatusBadge>;
  if (!countsUntil) return <StatusBadge tone="warning">Not proven</StatusBadge>;
  return (
    <StatusBadge tone="warning">
      Counts until <DateText value={countsUntil} />
    </StatusBadge>
  );
}

/** The DNS record to publish, and a button that checks it. */
function ProofDialog({ proof, onClose }: { proof: DomainProof; onClose(): void }) {
  const { domain, record } = proof;
  const prove = useEndpointMutation(proveDomain);
  const [found, setFound] = useState<readonly string[]>([]);
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={`Prove ${domain}`}
      saveLabel="Look now"
      schema={z.object({})}
      values={{}}
      onSave={async () => {
        try {
          await prove.mutateAsync({ body: { domain } });
          toast.success(`${domain} is proven`);
        } catch (error) {
          if (error instanceof ApiError && error.code === 'domain_unproven')
            setFound(z.object({ found: z.array(z.string()) }).safeParse(error.details).data?.found ?? []);
          throw error;
        }
      }}
    >
      <Stack gap="sm">
        <CopiedField
          label="Name"
          description="Publish a TXT record of this name where your domain is managed"
          value={record.name}
        />
        <CopiedField label="Value" description="With this value, as it stands" value={record.value} />
        {found.length > 0 && <Alert color="yellow">Found there instead: {found.join(', ')}</Alert>}
      </Stack>
    </FormDialog>
  );
}
