import type { ManifestScreen } from '../../../core/contracts/plugins/manifest.contract.ts';
import { allowedScreens } from '../../navigation/menu.ts';
import { useSessionData } from '../../session/session.tsx';

/** The list screen of the records of an import type, if the person may open it. */
export function useRecordsScreen(type: string | undefined): ManifestScreen | undefined {
  const { plugins } = useSessionData();
  return allowedScreens(plugins).find(({ screen }) => type !== undefined && screen.path === `/dashboard/${type}`)
    ?.screen;
}
