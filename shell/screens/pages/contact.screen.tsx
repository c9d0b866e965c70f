import { Text } from '@mantine/core';
import { NoteField, TextField, useClient } from '@millwright/core/browser';
import { useState } from 'react';
import { demoRequestBody, requestDemo } from '../../../core/contracts/accounts/demo-request.contract.ts';
import { Card, SmallForm } from '../../layout/small-form.tsx';

export function ContactScreen() {
  const client = useClient();
  const [answer, setAnswer] = useState<string>();
  if (answer)
    return (
      <Card title="Thank you">
        <Text mt="md" role="status">
          {answer}
        </Text>
      </Card>
    );
  return (
    <Card title="Request a demo" text="Tell us who you are; we show you Millwright with goods like yours.">
      <SmallForm
        schema={demoRequestBody}
        values={{ name: '', email: '', company: '' }}
        submitLabel="Send"
        onSave={async (body) => {
          const { message } = await client.call(requestDemo, { body }, { refreshes: false });
          setAnswer(message);
        }}
      >
        <TextField name="name" label="Your name" required autoFocus autoComplete="name" />
        <TextField name="company" label="Company" required autoComplete="organization" />
        <TextField name="email" label="Email" type="email" required autoComplete="email" />
        <TextField name="phoneNumber" label="Phone" type="tel" autoComplete="tel" />
        <NoteField name="message" label="What would you like to see?" />
      </SmallForm>
    </Card>
  );
}
