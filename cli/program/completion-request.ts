/** Name of the command that shell scripts call for suggestions on every Tab. */
export const completionRequest = 'complete';
