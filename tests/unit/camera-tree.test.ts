import { describe, expect, it } from 'vitest'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { channelStatuses, deviceTypes } from '#contract/enums.ts'
import { buildTree, visibleRows } from '#src/features/live/tree/tree-model.ts'

function site(siteId: string, siteName: string): Site {
  return {
    siteId,
    siteName,
    scene: '',
    city: '',
    address: '',
    timeZone: 'UTC',
    deviceTotal: 0,
    deviceOnline: 0,
    cameraTotal: 0,
    cameraOnline: 0,
  }
}
function channel(siteId: string, sn: string, chlIndex: number, channelName: string, rest: Partial<Channel> = {}): Channel {
  return {
    sn,
    chlIndex,
    siteId,
    siteName: siteId,
    channelName,
    devType: deviceTypes.nvr,
    deviceName: `Recorder ${sn}`,
    status: channelStatuses.online,
    statusSinceMs: 0,
    capability: { supportFun: [], streams: [] },
    rights: ['live'],
    ...rest,
  }
}
const sites = [site('b', 'Shop 10'), site('a', 'Shop 2')]
const channels = [
  channel('a', 'NVR001', 1, 'Door'),
  channel('a', 'NVR001', 0, 'Till', { status: channelStatuses.offline }),
  channel('b', 'IPC001', 0, 'Gate', { devType: deviceTypes.ipc, deviceName: 'Gate camera' }),
]

describe('the camera tree', () => {
  it('has sites in the order of people, devices, and cameras in the order of the device', () => {
    const rows = visibleRows(buildTree(sites, channels, '', 'en-US'), new Set())
    expect(rows.map(({ node, level }) => `${level} ${node.name}`)).toEqual([
      '1 Shop 2',
      '2 Recorder NVR001',
      '3 Till',
      '3 Door',
      '1 Shop 10',
      '2 Gate',
    ])
  })

  it('counts what is online', () => {
    const [first] = buildTree(sites, channels, '', 'en-US')
    expect(first).toMatchObject({ kind: 'site', online: 1, total: 2 })
  })

  it('finds by all words, in camera, device, site and serial number, and leaves out sites without a hit', () => {
    const names = (search: string) => visibleRows(buildTree(sites, channels, search, 'en-US'), new Set()).map(({ node }) => node.name)
    expect(names('DOOR nvr001')).toEqual(['Shop 2', 'Recorder NVR001', 'Door'])
    expect(names('gate camera')).toEqual(['Shop 10', 'Gate'])
    expect(names('nothing')).toEqual([])
  })

  it('hides what is closed and says the place of each row', () => {
    const rows = visibleRows(buildTree(sites, channels, '', 'en-US'), new Set(['NVR001']))
    expect(rows.map(({ node }) => node.name)).toEqual(['Shop 2', 'Recorder NVR001', 'Shop 10', 'Gate'])
    expect(rows[1]).toMatchObject({ isOpen: false, parentId: 'a', position: 1, siblings: 1 })
  })
})
