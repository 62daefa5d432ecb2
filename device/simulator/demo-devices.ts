import { deviceTypes, type DeviceType } from '#contract/enums.ts'
import type { SceneName } from './clip.ts'

export interface PlannedDevice {
  /** Finds the device again in `devices.json`. */
  plan: string
  name: string
  devType: DeviceType
  model: string
  /** The site that the demonstration organization puts it in. */
  site: 'gate' | 'shop' | 'warehouse'
  channels: { name: string; scene: SceneName }[]
}

/** The devices of the demonstration organization. Two channels with one scene show different moments of it. */
export const demoDevices: readonly PlannedDevice[] = [
  {
    plan: 'gate',
    name: 'Gate 1 – entry',
    devType: deviceTypes.ipc,
    model: 'SL-IPC-P2',
    site: 'gate',
    channels: [{ name: 'Gate 1 – entry', scene: 'gate' }],
  },
  {
    plan: 'parking-north',
    name: 'Parking – north',
    devType: deviceTypes.ipc,
    model: 'SL-IPC-D1',
    site: 'gate',
    channels: [{ name: 'Parking – north', scene: 'parking-lot' }],
  },
  {
    plan: 'parking-south',
    name: 'Parking – south',
    devType: deviceTypes.ipc,
    model: 'SL-IPC-D1',
    site: 'gate',
    channels: [{ name: 'Parking – south', scene: 'parking-lot' }],
  },
  {
    plan: 'shop',
    name: 'Shop recorder',
    devType: deviceTypes.nvr,
    model: 'SL-NVR-04',
    site: 'shop',
    channels: [
      { name: 'Shop – entrance', scene: 'shop-floor' },
      { name: 'Shop – tills', scene: 'shop-floor' },
      { name: 'Shop – aisle 3', scene: 'shop-floor' },
      { name: 'Customer parking', scene: 'parking-lot' },
    ],
  },
  {
    plan: 'warehouse',
    name: 'Warehouse recorder',
    devType: deviceTypes.nvr,
    model: 'SL-NVR-08',
    site: 'warehouse',
    channels: [
      { name: 'Hall A – racks', scene: 'warehouse' },
      { name: 'Hall A – picking', scene: 'warehouse' },
      { name: 'Hall B – racks', scene: 'warehouse' },
      { name: 'Hall B – forklifts', scene: 'warehouse' },
      { name: 'Loading bay 1', scene: 'warehouse' },
      { name: 'Loading bay 2', scene: 'warehouse' },
      { name: 'Yard – trucks', scene: 'parking-lot' },
      { name: 'Gate 2 – deliveries', scene: 'gate' },
    ],
  },
]
