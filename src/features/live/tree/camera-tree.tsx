import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState, type KeyboardEvent } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { useHasNoRights } from '../../../data/person/roles.ts'
import { sitesQuery } from '../../../data/places/sites.ts'
import { NoneAssigned } from '../../../ui/page/none-assigned.tsx'
import { useTreeFocus } from '../../../ui/controls/use-tree-focus.ts'
import { Notice } from '../../../ui/notice/notice.tsx'
import { CameraRow, GroupRow } from './tree-rows.tsx'
import { buildTree, visibleRows, type TreeRow } from './tree-model.ts'
import classes from './tree.module.css'

export interface CameraTreeProps {
  search: string
  /** The window that shows a camera, from 0 on, if one does. */
  placeOf: (channel: Channel) => number | undefined
  onOpen: (channel: Channel) => void
}

/** Sites, devices and cameras as a tree (WAI-ARIA's pattern: one tab stop, arrows inside). */
export function CameraTree({ search, placeOf, onOpen }: CameraTreeProps) {
  const { i18n, t } = useLingui()
  const { data: siteList } = useSuspenseQuery(sitesQuery)
  const { data: channelList } = useSuspenseQuery(channelsQuery)
  const hasNoRights = useHasNoRights()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const tree = useMemo(
    () => buildTree(siteList.sites, channelList.channels, search, i18n.locale),
    [siteList, channelList, search, i18n.locale],
  )
  // While somebody searches everything found is open.
  const rows = useMemo(() => visibleRows(tree, search === '' ? closed : new Set()), [tree, closed, search])
  const ids = useMemo(() => rows.map(({ node }) => node.id), [rows])
  const { list, tabStop, focusRow, rowFocus } = useTreeFocus(ids)

  function toggle(id: string, isOpen: boolean) {
    const next = new Set(closed)
    if (isOpen) next.delete(id)
    else next.add(id)
    setClosed(next)
  }
  function open(row: TreeRow) {
    if (row.node.kind !== 'camera') return toggle(row.node.id, !row.isOpen)
    onOpen(row.node.channel)
  }
  function onKeyDown(event: KeyboardEvent) {
    const index = ids.indexOf(tabStop ?? '')
    const row = rows[index]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const moves: Record<string, () => void> = {
      ArrowDown: () => focusRow(ids[index + 1]),
      ArrowUp: () => focusRow(ids[index - 1]),
      Home: () => focusRow(ids[0]),
      End: () => focusRow(ids.at(-1)),
      ArrowRight: () => (row.isOpen === false ? toggle(row.node.id, true) : focusRow(row.isOpen ? ids[index + 1] : undefined)),
      ArrowLeft: () => (row.isOpen ? toggle(row.node.id, false) : focusRow(row.parentId)),
      Enter: () => open(row),
    }
    const move = moves[event.key]
    if (move === undefined) return
    event.preventDefault()
    event.stopPropagation()
    move()
  }

  if (rows.length === 0 && search !== '') {
    return <Notice drawing="search" title={<Trans>No camera matches “{search}”.</Trans>} />
  }
  if (rows.length === 0 && hasNoRights) return <NoneAssigned drawing="camera" />
  if (rows.length === 0) {
    return (
      <Notice drawing="camera" title={<Trans>There are no cameras yet.</Trans>}>
        <Trans>An administrator adds them under Devices.</Trans>
      </Notice>
    )
  }
  return (
    <ul ref={list} className={classes['tree']} role="tree" aria-label={t`Cameras`} onKeyDown={onKeyDown}>
      {rows.map((row) => {
        const { node } = row
        const shared = { row, focus: rowFocus(node.id) }
        if (node.kind !== 'camera') return <GroupRow key={node.id} {...shared} node={node} onToggle={() => toggle(node.id, !row.isOpen)} />
        return <CameraRow key={node.id} {...shared} node={node} shownIn={placeOf(node.channel)} onOpen={() => open(row)} />
      })}
    </ul>
  )
}
