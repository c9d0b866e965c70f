import { pickReleaseCommand } from './pick-release.command.ts';

export default [pickReleaseCommand];
