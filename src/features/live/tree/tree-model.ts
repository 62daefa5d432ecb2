import type { Channel } from '#contract/calls/device/channel.ts'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import { channelStatuses, deviceTypes } from '#contract/enums.ts'
import { channelKey } from '#shared/channel-key.ts'

export type TreeNode =
  | { kind: 'site'; id: string; name: string; online: number; total: number; children: TreeNode[] }
  | { kind: 'device'; id: string; name: string; online: number; total: number; children: TreeNode[] }
  | { kind: 'camera'; id: string; name: string; channel: Channel }

/** A row of the tree as it is shown. `level` counts from 1. */
export interface TreeRow {
  node: TreeNode
  level: number
  parentId?: string
  isOpen?: boolean
  position: number
  siblings: number
}

const cameraTypes: ReadonlySet<number> = new Set([deviceTypes.ipc, deviceTypes.cardIpc, deviceTypes.doorbellIpc])
const online = (channels: Channel[]) => channels.filter((channel) => channel.status === channelStatuses.online).length
const camera = (channel: Channel, name: string): TreeNode => ({
  kind: 'camera',
  id: channelKey(channel.sn, channel.chlIndex),
  name,
  channel,
})

function grouped<Key>(channels: Channel[], keyOf: (channel: Channel) => Key): Map<Key, Channel[]> {
  return Map.groupBy(channels, keyOf)
}

function deviceNode(sn: string, channels: Channel[]): TreeNode {
  const [first] = channels
  // A camera that is a device of its own needs no level for its only picture.
  if (first && channels.length === 1 && cameraTypes.has(first.devType)) return camera(first, first.channelName)
  const children = channels.toSorted((a, b) => a.chlIndex - b.chlIndex).map((channel) => camera(channel, channel.channelName))
  return { kind: 'device', id: sn, name: first?.deviceName ?? sn, online: online(channels), total: channels.length, children }
}

/** Sites, their devices and their cameras, by name. Sites without a camera are left out while somebody searches. */
export function buildTree(sites: readonly Site[], channels: readonly Channel[], search: string, locale: string): TreeNode[] {
  const words = search.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean)
  const found = channels.filter((channel) => {
    const text = `${channel.channelName} ${channel.deviceName} ${channel.siteName} ${channel.sn}`.toLocaleLowerCase(locale)
    return words.every((word) => text.includes(word))
  })
  const bySite = grouped(found, (channel) => channel.siteId)
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, locale, { numeric: true })
  return sites
    .map((site): TreeNode => {
      const own = bySite.get(site.siteId) ?? []
      const children = [...grouped(own, (channel) => channel.sn)].map(([sn, group]) => deviceNode(sn, group)).toSorted(byName)
      return { kind: 'site', id: site.siteId, name: site.siteName, online: online(own), total: own.length, children }
    })
    .filter((node) => words.length === 0 || (node.kind === 'site' && node.total > 0))
    .toSorted(byName)
}

/** The rows that show when the nodes in `closed` are closed. */
export function visibleRows(nodes: readonly TreeNode[], closed: ReadonlySet<string>, level = 1, parentId?: string): TreeRow[] {
  return nodes.flatMap((node, index) => {
    const row: TreeRow = { node, level, parentId, position: index + 1, siblings: nodes.length }
    if (node.kind === 'camera') return [row]
    const isOpen = !closed.has(node.id)
    return [{ ...row, isOpen }, ...(isOpen ? visibleRows(node.children, closed, level + 1, node.id) : [])]
  })
}
