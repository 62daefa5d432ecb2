import { deviceTypes, type DeviceType } from '#contract/enums.ts'
import type { SceneName } from './clip.ts'

interface PlannedChannel {
  name: string
  scene: SceneName
  /** Its camera can be moved: what is live is cut from a wider picture of the scene. */
  isPtz?: true
  /** Its camera has a microphone. */
  hasSound?: true
  /** Its camera has a loudspeaker as well. */
  hasIntercom?: true
}

export interface PlannedDevice {
  /** Finds the device again in `devices.json`. */
  plan: string
  name: string
  devType: DeviceType
  model: string
  /** The site that the demonstration organization puts it in. */
  site: 'gate' | 'shop' | 'warehouse'
  channels: PlannedChannel[]
}

/** The devices of the demonstration organization. Two channels with one scene show different moments of it. */
export const demoDevices: readonly PlannedDevice[] = [
  {
    plan: 'gate',
    name: 'Gate 1 – entry',
    devType: deviceTypes.ipc,
    model: 'SL-IPC-P2',
    site: 'gate',
    channels: [{ name: 'Gate 1 – entry', scene: 'gate', hasSound: true, hasIntercom: true }],
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
      { name: 'Shop – entrance', scene: 'shop-floor', hasSound: true },
      { name: 'Shop – tills', scene: 'shop-floor', hasSound: true },
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
      { name: 'Loading bay 1', scene: 'warehouse', hasSound: true, hasIntercom: true },
      { name: 'Loading bay 2', scene: 'warehouse' },
      { name: 'Yard – trucks', scene: 'parking-lot' },
      { name: 'Gate 2 – deliveries', scene: 'gate' },
    ],
  },
  {
    plan: 'gate-exit',
    name: 'Gate 1 – exit',
    devType: deviceTypes.ipc,
    model: 'SL-IPC-P2',
    site: 'gate',
    channels: [{ name: 'Gate 1 – exit', scene: 'gate', hasSound: true, hasIntercom: true }],
  },
  {
    plan: 'visitors',
    name: 'Visitors – doorbell',
    devType: deviceTypes.doorbellIpc,
    model: 'SL-DB-1',
    site: 'gate',
    channels: [{ name: 'Visitors – doorbell', scene: 'gate', hasSound: true, hasIntercom: true }],
  },
  {
    plan: 'parking-visitors',
    name: 'Parking – visitors',
    devType: deviceTypes.ipc,
    model: 'SL-PTZ-5',
    site: 'gate',
    channels: [{ name: 'Parking – visitors', scene: 'parking-lot', isPtz: true }],
  },
  {
    plan: 'parking-trailer',
    name: 'Parking – trailer',
    devType: deviceTypes.cardIpc,
    model: 'SL-IPC-C4',
    site: 'gate',
    channels: [{ name: 'Parking – trailer', scene: 'parking-lot' }],
  },
  {
    plan: 'shop-storeroom',
    name: 'Storeroom recorder',
    devType: deviceTypes.dvr,
    model: 'SL-DVR-08',
    site: 'shop',
    channels: [
      { name: 'Storeroom – shelves 1', scene: 'shop-floor' },
      { name: 'Storeroom – shelves 2', scene: 'shop-floor' },
      { name: 'Storeroom – counter', scene: 'shop-floor' },
      { name: 'Storeroom – back door', scene: 'warehouse' },
      { name: 'Storeroom – cold room', scene: 'warehouse' },
      { name: 'Storeroom – deliveries', scene: 'gate' },
      { name: 'Storeroom – bicycles', scene: 'parking-lot' },
      { name: 'Storeroom – containers', scene: 'parking-lot' },
    ],
  },
  {
    plan: 'shop-window',
    name: 'Window – displays',
    devType: deviceTypes.ipc,
    model: 'SL-IPC-D1',
    site: 'shop',
    channels: [{ name: 'Window – displays', scene: 'shop-floor' }],
  },
  {
    plan: 'warehouse-south',
    name: 'Warehouse south recorder',
    devType: deviceTypes.nvr,
    model: 'SL-NVR-08',
    site: 'warehouse',
    channels: [
      { name: 'Hall C – racks', scene: 'warehouse' },
      { name: 'Hall C – packing', scene: 'warehouse' },
      { name: 'Hall C – returns', scene: 'warehouse' },
      { name: 'Hall D – pallets', scene: 'warehouse' },
      { name: 'Hall D – sorting', scene: 'warehouse' },
      { name: 'Loading bay 3', scene: 'warehouse' },
      { name: 'Loading bay 4', scene: 'warehouse' },
      { name: 'Yard – empty trailers', scene: 'parking-lot' },
    ],
  },
  {
    plan: 'warehouse-perimeter',
    name: 'Warehouse yard recorder',
    devType: deviceTypes.nvr,
    model: 'SL-NVR-04',
    site: 'warehouse',
    channels: [
      { name: 'Yard – fence north', scene: 'parking-lot' },
      { name: 'Yard – fence south', scene: 'parking-lot' },
      { name: 'Yard – weighbridge', scene: 'gate' },
      { name: 'Gate 3 – staff', scene: 'gate' },
    ],
  },
  {
    plan: 'warehouse-wall',
    name: 'Watch room display',
    devType: deviceTypes.viewingStation,
    model: 'SL-VS-2',
    site: 'warehouse',
    channels: [],
  },
]
