import { type Config, mappedStack } from '@millwright/core/kernel';
import { pino, type SerializedError, stdSerializers } from 'pino';

function serializedError(error: Error): SerializedError {
  const serialized = stdSerializers.err(error);
  // A thrown value need not be an Error.
  if (typeof serialized.stack === 'string') serialized.stack = mappedStack(serialized.stack);
  return serialized;
}

/** The log of a server, on stderr. */
export const serverLog = (config: Config) =>
  pino(
    {
      level: config.logLevel,
      redact: ['*.password', '*.secret', '*.token', '*.authorization', '*.cookie'],
      serializers: { err: serializedError },
    },
    pino.destination({ fd: 2, sync: false }),
  );
