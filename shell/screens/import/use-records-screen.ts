import type { ManifestScreen } from '../../../core/contracts/manifest.contract.ts';
import { allowedScreens } from '../../menu.ts';
import { useSessionData } from '../../session.tsx';

/** The list of the records that a kind of import brings in: the screen with its name, if the person may open it. */
export function useRecordsScreen(type: string | undefined): ManifestScreen | undefined {
  const { plugins } = useSessionData();
  return allowedScreens(plugins).find(({ screen }) => type !== undefined && screen.path === `/dashboard/${type}`)
    ?.screen;
}
