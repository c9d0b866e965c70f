import { Text } from '@millwright/core/email';

/** Six digits to copy. */
export const MailedCode = ({ code }: { code: string }) => (
  <Text
    style={{
      backgroundColor: '#f3f5f7',
      borderRadius: 6,
      fontFamily: 'Menlo, Consolas, monospace',
      fontSize: 28,
      letterSpacing: 8,
      margin: '8px 0 18px',
      padding: '14px 0',
      textAlign: 'center',
    }}
  >
    {code}
  </Text>
);
