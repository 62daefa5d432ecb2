import { useLingui } from '@lingui/react/macro'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconServer2 from '@tabler/icons-react/dist/esm/icons/IconServer2.mjs'
import type { CSSProperties } from 'react'
import { useSnapshot } from 'valtio'
import { channelStatuses } from '#contract/enums.ts'
import { coreState } from '../../../data/core/core.ts'
import { StatusDot, type Status } from '../../../ui/controls/status-dot.tsx'
import type { RowFocus } from '../../../ui/controls/use-tree-focus.ts'
import { mayDrag } from '../wall/drag.ts'
import type { TreeNode, TreeRow } from './tree-model.ts'
import classes from './tree.module.css'

interface RowProps {
  row: TreeRow
  focus: RowFocus
}

function treeItem({ row, focus }: RowProps) {
  return {
    role: 'treeitem',
    className: classes['row'],
    style: { '--level': row.level } as CSSProperties,
    'data-node': row.node.id,
    'aria-level': row.level,
    'aria-setsize': row.siblings,
    'aria-posinset': row.position,
    'aria-expanded': row.isOpen,
    ...focus,
  }
}

/** A site or a device, with how many of its cameras are online. */
export function GroupRow({ node, onToggle, ...props }: RowProps & { node: Exclude<TreeNode, { kind: 'camera' }>; onToggle: () => void }) {
  const { t } = useLingui()
  const { isServiceReachable } = useSnapshot(coreState)
  return (
    <li {...treeItem(props)} data-kind={node.kind} onClick={onToggle}>
      <IconChevronRight className={classes['chevron']} size={14} stroke={1.5} aria-hidden />
      {node.kind === 'device' && <IconServer2 size={16} stroke={1.5} aria-hidden />}
      <span className={classes['text']}>{node.name}</span>
      <span className={classes['count']} title={isServiceReachable ? t`${node.online} of ${node.total} cameras online` : undefined}>
        {isServiceReachable ? `${node.online}/${node.total}` : node.total}
      </span>
    </li>
  )
}

/** A camera: dragged onto the wall, or opened by a double click, Enter, or a tap. */
export function CameraRow(props: RowProps & { node: Extract<TreeNode, { kind: 'camera' }>; shownIn?: number; onOpen: () => void }) {
  const { node, shownIn, onOpen, ...shared } = props
  const { t } = useLingui()
  const { isServiceReachable } = useSnapshot(coreState)
  const isOnline = node.channel.status === channelStatuses.online
  const known: Status = isOnline ? 'online' : 'offline'
  // What was true when the service was last heard says nothing about now.
  const status = isServiceReachable ? known : 'unknown'
  const words: Partial<Record<Status, string>> = { online: t`Online`, offline: t`Offline`, unknown: t`Unknown` }
  const window = shownIn === undefined ? 0 : shownIn + 1
  return (
    <li
      {...treeItem(shared)}
      data-kind="camera"
      data-shown={shownIn !== undefined}
      onDoubleClick={onOpen}
      onClick={(event) => (event.nativeEvent as PointerEvent).pointerType === 'touch' && onOpen()}
      onPointerDown={(event) => mayDrag(event, { kind: 'camera', name: node.name, channel: node.channel })}
    >
      <StatusDot status={status} word={words[status] ?? ''} />
      <span className={classes['text']}>{node.name}</span>
      {shownIn !== undefined && (
        <span className={classes['shown']} title={t`Shown in window ${window}`}>
          {window}
        </span>
      )}
    </li>
  )
}
