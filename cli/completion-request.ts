/** Name of the command with which the scripts of the shells ask for suggestions, at every Tab. */
export const completionRequest = 'complete';
