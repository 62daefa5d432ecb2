/** The sections that an address may name; apart from them, so that the router does not carry their names. */
const ids = ['general', 'camera', 'network', 'notify', 'recording', 'storage', 'maintenance'] as const

export interface DeviceSettingsSearch {
  /** Serial number. */
  device?: string | undefined
  section?: (typeof ids)[number] | undefined
}

/** Reads the address; whatever in it makes no sense is passed over. */
export function readDeviceSettings({ device, section }: Record<string, unknown>): DeviceSettingsSearch {
  const sn = typeof device === 'number' ? String(device) : device
  return { device: typeof sn === 'string' && sn !== '' ? sn.slice(0, 64) : undefined, section: ids.find((known) => known === section) }
}
