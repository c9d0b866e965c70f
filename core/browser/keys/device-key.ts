/** The key of a shared device. It is used only on the pages of devices. */
export interface DeviceKey {
  keyID: string;
  secret: string;
  accountID: string;
  name: string;
}

const storageKey = 'millwright.device';

/** Whether the current page is one of devices: the scanning station. */
export const isDevicePage = (): boolean => globalThis.location?.pathname.startsWith('/scanning-station') === true;

export const deviceKey = {
  get(): DeviceKey | null {
    try {
      const text = globalThis.localStorage.getItem(storageKey);
      return text ? (JSON.parse(text) as DeviceKey) : null;
    } catch {
      return null; // storage is blocked or contains another value
    }
  },
  set(key: DeviceKey | null): void {
    try {
      if (key) globalThis.localStorage.setItem(storageKey, JSON.stringify(key));
      else globalThis.localStorage.removeItem(storageKey);
    } catch {
      // storage is blocked: the device stays paired until the page is left
    }
  },
};
